import { createS3 } from './s3.ts'

/* An S3 store as a separate process, which can be killed and restarted with its data. Arguments: port, folder. */

const [port = '', folder = ''] = process.argv.slice(2)
await createS3(Number(port), folder).run()
process.stdout.write('ready\n')
