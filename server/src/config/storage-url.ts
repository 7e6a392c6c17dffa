import { fileURLToPath } from 'node:url'

export interface S3Location {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Origin for browsers, if they may access the store: `https://files.example.com`. */
  publicUrl?: string | null
}

export type StorageLocation = { folder: string } | { s3: S3Location }

/**
 * Parses STORAGE_URL: `file:///folder`, `s3://KEY:SECRET@host/bucket?region=eu-1` (TLS), or `s3+http://...` for a store on a trusted
 * network. Null if invalid or incomplete.
 */
export function parseStorageUrl(storageUrl: string): StorageLocation | null {
  try {
    const url = new URL(storageUrl)
    if (url.protocol === 'file:') return { folder: fileURLToPath(url) }
    const s3 = parseS3Location(url)
    return s3 && { s3 }
  } catch (error) {
    // An invalid URL, a folder on another machine, or an invalid percent-encoding.
    if (error instanceof TypeError || error instanceof URIError) return null
    throw error
  }
}

function parseS3Location(url: URL): S3Location | null {
  const scheme = { 's3:': 'https', 's3+http:': 'http' }[url.protocol]
  const bucket = url.pathname.replace(/^\/|\/$/g, '')
  if (!scheme || !url.host || !bucket || bucket.includes('/') || !url.username || !url.password) return null
  return {
    endpoint: `${scheme}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}
