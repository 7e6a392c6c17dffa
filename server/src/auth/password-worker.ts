// Thread that hashes passwords, one at a time. Ends with its pool.
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { PasswordJob, PasswordReply } from './passwords.ts'

/** The accounts library's own parameters and format: salt and key in hex, with the salt's text as the salt. */
const KEY_BYTES = 64
const [N, r] = [Number(workerData), 16]
const COST = { N, r, p: 1, maxmem: 128 * N * r * 2 }
const NICE = 5
const LEAST = 19

// Only Linux has per-thread priorities; elsewhere this would slow the whole process. Relative to the process's own priority, since raising
// it isn't permitted.
if (process.platform === 'linux') setPriority(Math.min(LEAST, getPriority() + NICE))

const keyOf = (password: string, salt: string): Buffer => scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, COST)

function run({ password, hash }: PasswordJob): PasswordReply {
  if (hash === undefined) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${keyOf(password, salt).toString('hex')}`
  }
  const [, salt = '', key = ''] = /^([\da-f]+):([\da-f]{128})$/.exec(hash) ?? []
  return salt !== '' && timingSafeEqual(keyOf(password, salt), Buffer.from(key, 'hex'))
}

parentPort?.on('message', (job: PasswordJob) => parentPort?.postMessage(run(job)))
