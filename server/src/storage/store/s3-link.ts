import { createHash, createHmac } from 'node:crypto'

/** Who signs, and for which name of the store: a browser sends it, and the store compares. */
export interface LinkSigner {
  /** `https://files.example.com` */
  origin: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Link {
  /** Of the object, with the bucket and without escapes. */
  path: string
  signedAt: Date
  /** How long it is good, from then on. */
  seconds: number
  /** Further fields, such as headers that the answer is to have. */
  fields?: Readonly<Record<string, string>>
}

/**
 * A signed link that reads one object: Signature Version 4 in the query.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function signedLink(signer: LinkSigner, { path, signedAt, seconds, fields = {} }: S3Link): string {
  const { origin, region, accessKeyId, secretAccessKey } = signer
  const at = signedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = at.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const all = {
    ...fields,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': at,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  }
  const query = Object.entries(all)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join('&')
  const place = path.split('/').map(escaped).join('/')
  const request = ['GET', place, query, `host:${new URL(origin).host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const signed = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`))
  return `${origin}${place}?${query}&X-Amz-Signature=${hmac(key, signed).toString('hex')}`
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** All but letters, digits and `-._~`. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
