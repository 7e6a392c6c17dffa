/** Credentials of the test store. */
export const S3_KEYS = 'S3RVER:S3RVER'

export function s3Url(port: number): string {
  return `s3+http://${S3_KEYS}@127.0.0.1:${port}/pictures`
}
