import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { enterDemo } from './demo.ts'
import { freePort, startProduct, type RunningProduct } from './product.ts'
import { productProcesses } from './processes.ts'
import { atMost, type BenchTable } from './table.ts'

const KILLS = 20
const WRITERS = 4
/** Acknowledged writes before each kill. */
const WRITES = 40

/** Longest the product may take to serve again before the bench gives up, in milliseconds. */
const GIVE_UP_MS = 30_000

const companiesSchema = z.array(z.object({ id: z.string(), name: z.string() }))

/** kill -9 of server, database and sandbox at once while companies are being added over HTTP; then: what was acknowledged is there. */
export async function run(): Promise<BenchTable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-'))
  const port = await freePort()
  const backMs: number[] = []
  let acknowledged = 0
  let lost = 0
  try {
    let product = await startProduct({ dataDir, port })
    const { authorization } = await enterDemo(product.origin)
    for (let kill = 0; kill < KILLS; kill++) {
      const written = await writeUntilKilled(product, authorization, kill)
      const killedAt = performance.now()
      product = await startProduct({ dataDir, port })
      await untilServing(product.origin, authorization)
      backMs.push(performance.now() - killedAt)
      acknowledged += written.length
      lost += await countLost(product.origin, authorization, written)
    }
    await product.stop()
    const slowest = Math.max(...backMs)
    return {
      title: `${KILLS} times kill -9 of everything at once, ${WRITERS} writers`,
      columns: ['what', 'value'],
      rows: [
        ['acknowledged writes', acknowledged],
        ['of these lost', lost],
        ['serving again, median (ms)', backMs.toSorted((a, b) => a - b)[KILLS / 2] ?? 0],
        ['serving again, slowest (ms)', slowest],
      ],
      gates: [
        atMost('acknowledged writes lost', { value: lost, limit: 0, unit: 'writes' }),
        atMost('serving again', { value: slowest, limit: 5000, unit: 'ms' }),
      ],
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Method = 'GET' | 'POST' | 'DELETE'

async function call(target: { origin: string; authorization: string; method?: Method }, path: string, body?: unknown): Promise<Response> {
  const { origin, authorization, method = 'GET' } = target
  const headers = { authorization, origin, 'content-type': 'application/json' }
  return fetch(origin + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

/** Names whose addition was answered with 201 before the kill. */
async function writeUntilKilled({ origin, dataDir }: RunningProduct, authorization: string, kill: number): Promise<string[]> {
  const done: string[] = []
  let isKilled = false
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !isKilled; count++) {
      const name = `kill ${kill}, writer ${writer}, write ${count}`
      try {
        const answer = await call({ origin, authorization, method: 'POST' }, '/api/v1/companies', { name })
        if (answer.status !== 201) throw new Error(`A write was answered with ${answer.status}: ${await answer.text()}`)
        done.push(name)
      } catch (error) {
        // What the kill cut off was not acknowledged.
        if (!isKilled) throw error
      }
      if (done.length < WRITES || isKilled) continue
      isKilled = true
      const { server, database, others } = productProcesses(dataDir)
      for (const pid of [server, ...others, ...database]) process.kill(pid, 'SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return done
}

/** How many of these are gone. Removes those of this kill, as a person can have so many companies only. */
async function countLost(origin: string, authorization: string, written: string[]): Promise<number> {
  const companies = companiesSchema.parse(await (await call({ origin, authorization }, '/api/v1/companies')).json())
  const kept = new Set(companies.map((company) => company.name))
  for (const { id, name } of companies) {
    if (name.startsWith('kill ')) await call({ origin, authorization, method: 'DELETE' }, `/api/v1/companies/${id}`)
  }
  return written.filter((name) => !kept.has(name)).length
}

async function untilServing(origin: string, authorization: string): Promise<void> {
  const end = performance.now() + GIVE_UP_MS
  for (;;) {
    const answer = await call({ origin, authorization }, '/api/v1/companies')
    if (answer.ok) return
    if (performance.now() > end) throw new Error(`Not serving again: ${answer.status} ${await answer.text()}`)
  }
}
