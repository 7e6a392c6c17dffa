import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'
import { differenceP } from './rank-test.ts'
import { quantile } from './rounds.ts'
import { atLeast, atMost, type BenchGate, type BenchTable } from './table.ts'

const SAMPLES = 500
/** Fewer than an address may be tried, or written to, within a quarter of an hour: what is refused is not looked at. */
const TIMES_EACH = 4
const MOST_MS = 5
const LEAST_P = 0.01

const PASSWORD = 'vertical slides 916'
const WRONG = 'not the password 916'
const SIGN_UP = '/api/auth/sign-up/email'

/** A form that anybody may send, with the address of somebody else. */
interface Flow {
  name: string
  path: string
  body(email: string): object
  /** Of the accounts it is sent with: whether their address is confirmed. */
  isConfirmed: boolean
  /** It makes an account of an address that has none, which is then no longer without one. */
  makesAccount?: boolean
}

const FLOWS: readonly Flow[] = [
  { name: 'sign-in', path: '/api/auth/sign-in/email', body: (email) => ({ email, password: WRONG }), isConfirmed: true },
  { name: 'recovery', path: '/api/auth/recovery', body: (email) => ({ email }), isConfirmed: true },
  { name: 'resend', path: '/api/auth/confirm-email/again', body: (email) => ({ email }), isConfirmed: false },
  { name: 'sign-up', path: SIGN_UP, body: (email) => ({ email, password: PASSWORD, name: 'x' }), isConfirmed: true, makesAccount: true },
]

interface Answer {
  ms: number
  /** All that can be told apart but for the time: status, headers and body. */
  look: string
}

/** Headers that differ from answer to answer, whomever it is about. */
const OF_EACH = ['date', 'x-request-id']

/** Ids, times and signed tickets are other ones in each answer. */
function withoutOwn(text: string, email: string): string {
  return text
    .replaceAll(email, 'EMAIL')
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'TICKET')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"id":"[^"]+"/g, '"id":"ID"')
}

let senders = 0

/** From an address of its own: limits of senders are no matter here. */
async function send(origin: string, { path, body }: Pick<Flow, 'path' | 'body'>, email: string): Promise<Answer> {
  senders += 1
  const address = `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`
  const begun = performance.now()
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': address },
    body: JSON.stringify(body(email)),
  })
  const text = await response.text()
  const ms = performance.now() - begun
  const headers = [...response.headers].filter(([name]) => !OF_EACH.includes(name))
  return { ms, look: `${response.status} ${JSON.stringify(headers)} ${withoutOwn(text, email)}` }
}

async function signUp(origin: string, email: string): Promise<void> {
  const { look } = await send(origin, { path: SIGN_UP, body: () => ({ email, password: PASSWORD, name: 'x' }) }, email)
  if (!look.startsWith('200 ')) throw new Error(`Sign-up: ${look}`)
}

const addresses = (count: number): string[] => Array.from({ length: count }, () => `${randomUUID()}@example.com`)

interface Sampled {
  known: Answer[]
  unknown: Answer[]
}

/** In turns, so that a machine that is busy for a while is busy for both; which comes first is left to chance. */
async function sample(origin: string, flow: Flow, known: readonly string[]): Promise<Sampled> {
  const unknown = addresses(flow.makesAccount ? SAMPLES : known.length)
  const sampled: Sampled = { known: [], unknown: [] }
  for (let at = 0; at < SAMPLES; at++) {
    const pair = [
      async () => sampled.known.push(await send(origin, flow, known[at % known.length] ?? '')),
      async () => sampled.unknown.push(await send(origin, flow, unknown[at % unknown.length] ?? '')),
    ]
    for (const ask of Math.random() < 0.5 ? pair : pair.toReversed()) await ask()
  }
  return sampled
}

function judge({ name }: Flow, { known, unknown }: Sampled): { row: (string | number)[]; gates: BenchGate[] } {
  const [times, timesOfUnknown] = [known.map(({ ms }) => ms), unknown.map(({ ms }) => ms)]
  const [median, medianOfUnknown] = [quantile(times, 0.5), quantile(timesOfUnknown, 0.5)]
  const difference = Math.abs(median - medianOfUnknown)
  const p = differenceP(times, timesOfUnknown)
  const looks = new Set([...known, ...unknown].map(({ look }) => look))
  return {
    row: [name, median, medianOfUnknown, difference, p, looks.size],
    gates: [
      atMost(`${name}: difference of the medians`, { value: difference, limit: MOST_MS, unit: 'ms' }),
      atLeast(`${name}: chance of such times without a cause`, { value: p, limit: LEAST_P, unit: '' }),
      atMost(`${name}: different answers`, { value: looks.size, limit: 1, unit: '' }),
    ],
  }
}

/** Accounts that are made at a time: how long that takes is no matter here. */
const LANES = 4

type Sets = readonly { flow: Flow; emails: string[] }[]

async function makeAccounts(dataDir: string, sets: Sets, confirm: 'on' | 'off'): Promise<void> {
  const product = await startProduct({ dataDir, env: { TRUST_PROXY: 'true', CONFIRM_EMAIL: confirm } })
  try {
    const waiting = sets.flatMap(({ emails }) => emails)
    const lane = async () => {
      for (let email = waiting.pop(); email !== undefined; email = waiting.pop()) await signUp(product.origin, email)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  } finally {
    await product.stop()
  }
}

async function measure(dataDir: string, sets: Sets): Promise<ReturnType<typeof judge>[]> {
  const product = await startProduct({ dataDir, env: { TRUST_PROXY: 'true', CONFIRM_EMAIL: 'on' } })
  try {
    const judged: ReturnType<typeof judge>[] = []
    for (const { flow, emails } of sets) judged.push(judge(flow, await sample(product.origin, flow, emails)))
    return judged
  } finally {
    await product.stop()
  }
}

/** Whether forms that anybody may send tell, by their words or by their time, which addresses have an account. */
export async function run(): Promise<BenchTable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-'))
  const sets = FLOWS.map((flow) => ({ flow, emails: addresses(SAMPLES / TIMES_EACH) }))
  try {
    // Accounts from before addresses were confirmed, which count as confirmed, and some that wait for it.
    await makeAccounts(
      dataDir,
      sets.filter(({ flow }) => flow.isConfirmed),
      'off',
    )
    await makeAccounts(
      dataDir,
      sets.filter(({ flow }) => !flow.isConfirmed),
      'on',
    )
    const judged = await measure(dataDir, sets)
    return {
      title: `What forms tell of an address, ${SAMPLES} times with an account and ${SAMPLES} times without`,
      columns: ['form', 'with, median ms', 'without, median ms', 'difference ms', 'p', 'different answers'],
      rows: judged.map(({ row }) => row),
      gates: judged.flatMap(({ gates }) => gates),
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
