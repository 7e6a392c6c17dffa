import { hostileFiles } from './corpus.ts'

/** Prints the hostile files that the product accepts as JSON, for a browser test that displays them. */
const taken = (await hostileFiles()).filter(({ fate }) => fate === 'encoded')
process.stdout.write(JSON.stringify(taken.map(({ name, filename, bytes }) => ({ name, filename, base64: bytes.toString('base64') }))))
