import { hostileFiles } from './corpus.ts'

/** The hostile files that are pictures all the same, so that something of them is served: printed as JSON, for a browser to open it. */
const taken = (await hostileFiles()).filter(({ fate }) => fate === 'encoded')
process.stdout.write(JSON.stringify(taken.map(({ name, filename, bytes }) => ({ name, filename, base64: bytes.toString('base64') }))))
