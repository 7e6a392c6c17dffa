import { generateKeyPairSync, sign } from 'node:crypto'

const [SEQUENCE, SET, INTEGER, OID, UTF8, UTC_TIME, BITS] = [0x30, 0x31, 0x02, 0x06, 0x0c, 0x17, 0x03]
/** OIDs 1.2.840.10045.4.3.2 and 2.5.4.3, without type and length. */
const [ECDSA_WITH_SHA256, COMMON_NAME] = [Buffer.from('2a8648ce3d040302', 'hex'), Buffer.from('550403', 'hex')]

function der(type: number, ...content: Uint8Array[]): Buffer {
  const value = Buffer.concat(content)
  const long = value.byteLength > 127
  const length = long ? [0x82, value.byteLength >> 8, value.byteLength & 255] : [value.byteLength]
  return Buffer.concat([Buffer.from([type, ...length]), value])
}

/** A self-signed certificate (RFC 5280) for a server that clients must reject. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, der(OID, ECDSA_WITH_SHA256))
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(UTF8, Buffer.from(name)))))
  const validity = der(SEQUENCE, ...['200101000000Z', '491231235959Z'].map((at) => der(UTC_TIME, Buffer.from(at))))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const body = der(SEQUENCE, der(INTEGER, Buffer.from([1])), algorithm, subject, validity, subject, key)
  const signature = sign('sha256', body, privateKey)
  const certificate = der(SEQUENCE, body, algorithm, der(BITS, Buffer.from([0]), signature))
  const cert = `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}
