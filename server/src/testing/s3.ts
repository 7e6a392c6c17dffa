import S3rver from 's3rver'

/** An S3 store with one bucket, `pictures`, kept in a folder. It listens when it is run. */
export function createS3(port: number, directory: string): S3rver {
  return new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'pictures', configs: [] }] })
}
