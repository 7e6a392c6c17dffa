import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'
import { differenceP } from './rank-test.ts'
import { quantile } from './rounds.ts'
import { atLeast, atMost, type BenchGate, type BenchTable } from './table.ts'

const SAMPLES = 500
/** Fewer than an address may be tried with: what is refused is not looked at. */
const TRIES_OF_ADDRESS = 5
const MOST_MS = 5
const LEAST_P = 0.01

const WRONG = 'not the password 916'

/** A form that anybody may send, with the address of somebody else. */
interface Flow {
  name: string
  path: string
  body(email: string): object
}

const FLOWS: readonly Flow[] = [{ name: 'sign-in', path: '/api/auth/sign-in/email', body: (email) => ({ email, password: WRONG }) }]

interface Answer {
  ms: number
  /** All that can be told apart but for the time: status, headers and body. */
  look: string
}

/** A header that differs from answer to answer, whomever it is about. */
const OF_EACH = ['date', 'x-request-id', 'retry-after']

let senders = 0

/** From an address of its own: limits of senders are no matter here. */
async function send(origin: string, { path, body }: Flow, email: string): Promise<Answer> {
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
  return { ms, look: `${response.status} ${JSON.stringify(headers)} ${text.replaceAll(email, 'EMAIL')}` }
}

async function signUp(origin: string, email: string): Promise<void> {
  const { look } = await send(
    origin,
    { name: '', path: '/api/auth/sign-up/email', body: () => ({ email, password: 'vertical slides 916', name: 'x' }) },
    email,
  )
  if (!look.startsWith('200 ')) throw new Error(`Sign-up: ${look}`)
}

const addresses = (): string[] => Array.from({ length: SAMPLES / TRIES_OF_ADDRESS }, () => `${randomUUID()}@example.com`)

interface Sampled {
  known: Answer[]
  unknown: Answer[]
}

/** In turns, so that a machine that is busy for a while is busy for both; which comes first is left to chance. */
async function sample(origin: string, flow: Flow, { known, unknown }: { known: string[]; unknown: string[] }): Promise<Sampled> {
  const sampled: Sampled = { known: [], unknown: [] }
  for (let at = 0; at < SAMPLES; at++) {
    const pair = [
      () => send(origin, flow, known[at % known.length] ?? '').then((answer) => sampled.known.push(answer)),
      () => send(origin, flow, unknown[at % unknown.length] ?? '').then((answer) => sampled.unknown.push(answer)),
    ]
    for (const ask of Math.random() < 0.5 ? pair : pair.toReversed()) await ask()
  }
  return sampled
}

function judge({ name }: Flow, { known, unknown }: Sampled): { row: (string | number)[]; gates: BenchGate[] } {
  const times = [known, unknown].map((answers) => answers.map(({ ms }) => ms))
  const [of = [], ofUnknown = []] = times
  const [median, medianUnknown] = [quantile(of, 0.5), quantile(ofUnknown, 0.5)]
  const p = differenceP(of, ofUnknown)
  const looks = new Set([...known, ...unknown].map(({ look }) => look))
  return {
    row: [name, median, medianUnknown, Math.abs(median - medianUnknown), p, looks.size],
    gates: [
      atMost(`${name}: difference of the medians`, { value: Math.abs(median - medianUnknown), limit: MOST_MS, unit: 'ms' }),
      atLeast(`${name}: chance of such a difference without a cause`, { value: p, limit: LEAST_P, unit: '' }),
      atMost(`${name}: different answers`, { value: looks.size, limit: 1, unit: '' }),
    ],
  }
}

/** Whether forms that anybody may send tell, by their words or by their time, which addresses have an account. */
export async function run(): Promise<BenchTable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-'))
  const known = addresses()
  // Accounts from before addresses were confirmed, which is where the forms have to be silent.
  const before = await startProduct({ dataDir, env: { TRUST_PROXY: 'true', CONFIRM_EMAIL: 'off' } })
  try {
    for (const email of known) await signUp(before.origin, email)
  } finally {
    await before.stop()
  }
  const product = await startProduct({ dataDir, env: { TRUST_PROXY: 'true', CONFIRM_EMAIL: 'on' } })
  try {
    const judged: ReturnType<typeof judge>[] = []
    for (const flow of FLOWS) judged.push(judge(flow, await sample(product.origin, flow, { known, unknown: addresses() })))
    return {
      title: `What forms tell of an address, ${SAMPLES} times with an account and ${SAMPLES} times without`,
      columns: ['form', 'with, median ms', 'without, median ms', 'difference ms', 'p', 'different answers'],
      rows: judged.map(({ row }) => row),
      gates: judged.flatMap(({ gates }) => gates),
    }
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
