import { onTestFinished } from 'vitest'
import { createS3 } from './s3.ts'
import { temporaryFolder } from './temporary-folder.ts'

export { S3_KEYS, s3Url } from './s3-address.ts'

/** The port of an S3 store with one bucket, `pictures`, that ends with the test. */
export async function startS3Server(directory?: string, configs: string[] = []): Promise<number> {
  const server = createS3(0, directory ?? (await temporaryFolder()), configs)
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return port
}
