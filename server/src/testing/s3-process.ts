import { createS3 } from './s3.ts'

/* An S3 store as a process of its own, which can be killed and started again over what it kept: its port and its folder are its arguments. */

const [port = '', folder = ''] = process.argv.slice(2)
await createS3(Number(port), folder).run()
process.stdout.write('ready\n')
