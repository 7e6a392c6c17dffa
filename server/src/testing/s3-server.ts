import { onTestFinished } from 'vitest'
import { createS3 } from './s3.ts'
import { temporaryFolder } from './temporary-folder.ts'

export { S3_KEYS, s3Url } from './s3-address.ts'

/** Starts an S3 store with one bucket, `pictures`, until the test ends; returns its port. */
export async function startS3Server(directory?: string, configs: string[] = []): Promise<number> {
  const server = createS3(0, directory ?? (await temporaryFolder()), configs)
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return port
}
