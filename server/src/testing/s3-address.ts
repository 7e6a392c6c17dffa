/** Who may use the store of tests. */
export const S3_KEYS = 'S3RVER:S3RVER'

export function s3Url(port: number): string {
  return `s3+http://${S3_KEYS}@127.0.0.1:${port}/pictures`
}
