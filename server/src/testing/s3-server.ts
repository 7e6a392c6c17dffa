import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** Who may use the store below. */
export const S3_KEYS = 'S3RVER:S3RVER'

/** The port of an S3 store with one bucket, `pictures`, that ends with the test. */
export async function startS3Server(directory?: string): Promise<number> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: directory ?? (await temporaryFolder()),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return port
}

export function s3Url(port: number): string {
  return `s3+http://${S3_KEYS}@127.0.0.1:${port}/pictures`
}
