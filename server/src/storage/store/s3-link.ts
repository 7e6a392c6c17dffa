import { createHash, createHmac } from 'node:crypto'

/** Credentials and public origin of the store; the signature includes the host name that browsers use. */
export interface LinkSigner {
  /** `https://files.example.com` */
  origin: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Link {
  /** Path of the object, with the bucket and unescaped. */
  path: string
  signedAt: Date
  /** Validity after `signedAt`. */
  seconds: number
  /** Additional query fields, such as overrides of response headers. */
  fields?: Readonly<Record<string, string>>
}

/**
 * A presigned URL that reads one object: Signature Version 4 in the query.
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
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .toSorted()
    .join('&')
  const encodedPath = path.split('/').map(percentEncode).join('/')
  const request = ['GET', encodedPath, query, `host:${new URL(origin).host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const signed = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`))
  return `${origin}${encodedPath}?${query}&X-Amz-Signature=${hmac(key, signed).toString('hex')}`
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Escapes everything but letters, digits and `-._~`. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
