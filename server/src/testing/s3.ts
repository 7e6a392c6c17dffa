import S3rver from 's3rver'

/** An S3 store with one bucket, `pictures`, kept in a folder, and what the bucket is set to in S3's XML. It listens when it is run. */
export function createS3(port: number, directory: string, configs: string[] = []): S3rver {
  return new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'pictures', configs }] })
}
