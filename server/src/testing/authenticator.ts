import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The passkey options of WebAuthn that this authenticator reads. */
interface PasskeyOptions {
  challenge: string
  rp?: { id?: string }
  rpId?: string
}

/** Deviations from a correct browser and user. */
interface Departure {
  origin?: string
  rpId?: string
  userVerified?: boolean
  challenge?: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

const bytes = (data: Buffer): Buffer =>
  Buffer.concat([data.length < 256 ? Buffer.from([0x58, data.length]) : Buffer.from([0x59, data.length >> 8, data.length & 255]), data])
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

/** A software authenticator: a P-256 key and the CBOR around its signatures (WebAuthn, RFC 8949). */
export class Authenticator {
  readonly id = randomBytes(32)
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Response to the options of a registration. */
  make(options: PasskeyOptions, departure: Departure = {}) {
    const clientData = this.#clientData('webauthn.create', options, departure)
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()])
    const data = Buffer.concat([this.#authData(options, departure, FLAGS.attested), attested])
    const attestation = [
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(data),
    ]
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: Buffer.concat(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Response to the options of a sign-in. */
  sign(options: PasskeyOptions, departure: Departure = {}) {
    this.#counter += 1
    const clientData = this.#clientData('webauthn.get', options, departure)
    const data = this.#authData(options, departure, 0)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#key.privateKey)
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #credential<T extends object>(response: T) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #clientData(type: string, { challenge }: PasskeyOptions, departure: Departure): Buffer {
    const { origin = this.#origin } = departure
    return Buffer.from(JSON.stringify({ type, challenge: departure.challenge ?? challenge, origin, crossOrigin: false }))
  }

  #authData({ rp, rpId }: PasskeyOptions, departure: Departure, more: number): Buffer {
    const { userVerified = true } = departure
    const flags = FLAGS.present | (userVerified ? FLAGS.verified : 0) | more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([sha256(departure.rpId ?? rpId ?? rp?.id ?? ''), Buffer.from([flags]), counter])
  }

  /** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} (RFC 9052). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), bytes(left), Buffer.from([0x22]), bytes(right)])
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The secret in an `otpauth:` URI. */
export function keyOf(totpURI: string): Buffer {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The TOTP code of the time step `halfMinutes` from now (RFC 6238). */
export function codeOf(totpURI: string, halfMinutes = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + halfMinutes))
  const mac = createHmac('sha1', keyOf(totpURI)).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
