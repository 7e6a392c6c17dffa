import S3rver from 's3rver'

/** An S3 store with one bucket, `pictures`, stored in a folder; `configs` are bucket settings as S3 XML. It listens once run. */
export function createS3(port: number, directory: string, configs: string[] = []): S3rver {
  return new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'pictures', configs }] })
}
