import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { signUpMember } from '../member.ts'
import { peakOf } from '../peak-memory.ts'
import { type RunningProduct, startProduct } from '../product.ts'
import { atMost, type BenchTable } from '../table.ts'

const MEMORY_MB = 512
/** How long `/healthz` may take during an attack, in milliseconds. */
const HEALTH_MS = 1_000
const PROBE_MS = 20

const MB = 1024 * 1024
const DEEP = '['.repeat(2_000_000) + ']'.repeat(2_000_000)
const DEEP_SECONDS = 5
const CLIENTS = 4
const LARGE_FIELDS = 30
const HALF_OPEN = 2_000
const LARGE_PROJECTS = 60

interface Victim {
  product: RunningProduct
  /** Session of a user with the plan. */
  cookie: string
  userId: string
}

interface Attack {
  name: string
  run(victim: Victim): Promise<void>
}

function postJson(
  origin: string,
  path: string,
  { body, cookie, userId }: { body: string; cookie?: string; userId?: string },
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    origin,
    ...(cookie && { cookie }),
    ...(userId && { 'x-ninesixteen-user': userId }),
  }
  return fetch(origin + path, { method: 'POST', headers, body })
}

/** Accepts both a response and a lost connection, because only memory and response times count. */
async function ignoreConnectionLoss(response: Promise<Response>): Promise<void> {
  try {
    await (await response).arrayBuffer()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

async function deepBodies({ product: { origin } }: Victim): Promise<void> {
  const deadline = performance.now() + DEEP_SECONDS * 1000
  const client = async (): Promise<void> => {
    while (performance.now() < deadline) await ignoreConnectionLoss(postJson(origin, '/api/v1/me/email', { body: DEEP }))
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

async function largeFields({ product: { origin } }: Victim, field: string): Promise<void> {
  for (let count = 0; count < LARGE_FIELDS; count++) {
    const account = { email: `${randomUUID()}@example.com`, password: 'vertical slides 916', name: 'x', [field]: 'x'.repeat(3.8 * MB) }
    await ignoreConnectionLoss(postJson(origin, '/api/auth/sign-up/email', { body: JSON.stringify(account) }))
  }
}

async function halfOpen({ product: { origin } }: Victim): Promise<void> {
  const port = Number(new URL(origin).port)
  const sockets = Array.from({ length: HALF_OPEN }, () => connect(port, '127.0.0.1'))
  const head = 'POST /api/v1/companies HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{'
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    socket.write(head)
  }
  await wait(1_000)
  for (const socket of sockets) socket.destroy()
}

/** Creates many slideshows of nearly 4 MB and downloads them all at once. */
async function largeDownload({ product: { origin }, cookie, userId }: Victim): Promise<void> {
  const boxes = Array.from({ length: 40 }, (_box, index) => ({ id: randomUUID(), text: 'ö'.repeat(1_200), y: index * 10 }))
  const slides = Array.from({ length: 35 }, () => ({ id: randomUUID(), title: 'x', textBoxes: boxes, imageBoxes: [] }))
  const fields = { topic: '', contentType: 'numbered-list', contentStyle: 'educational', companyId: null }
  const created = await postJson(origin, '/api/v1/projects', {
    cookie,
    userId,
    body: JSON.stringify({ title: 'Large', ...fields, slides }),
  })
  if (!created.ok) throw new Error(`A large slideshow: ${created.status} ${(await created.text()).slice(0, 300)}`)
  const { id } = await created.json()
  for (let copy = 1; copy < LARGE_PROJECTS; copy++) {
    const copyResponse = await postJson(origin, `/api/v1/projects/${id}/duplicate`, { cookie, userId, body: '{}' })
    if (!copyResponse.ok) throw new Error(`A copy: ${copyResponse.status} ${(await copyResponse.text()).slice(0, 300)}`)
    await copyResponse.arrayBuffer()
  }
  const download = await fetch(`${origin}/api/account/download`, { headers: { cookie } })
  if (!download.ok || !download.body) throw new Error(`The download: ${download.status}`)
  for await (const chunk of download.body) if (chunk.byteLength === 0) throw new Error('An empty part')
}

/** Generates a slideshow while the AI server responds with a line that never ends. */
async function endlessLine({ product: { origin }, cookie, userId }: Victim): Promise<void> {
  const request = { topic: '5 habits', contentType: 'numbered-list', contentStyle: 'educational', companyId: null, slideCount: 5 }
  await ignoreConnectionLoss(postJson(origin, '/api/generate', { cookie, userId, body: JSON.stringify(request) }))
}

const ATTACKS: readonly Attack[] = [
  { name: `${CLIENTS} clients send 4 MB of brackets for ${DEEP_SECONDS} s`, run: deepBodies },
  { name: `${LARGE_FIELDS} sign-ups with a picture of 3.8 MB`, run: (victim) => largeFields(victim, 'image') },
  { name: `${LARGE_FIELDS} sign-ups with an address of 3.8 MB`, run: (victim) => largeFields(victim, 'callbackURL') },
  { name: `${HALF_OPEN} connections that break off`, run: halfOpen },
  { name: `the download of ${LARGE_PROJECTS} slideshows of 3 MB`, run: largeDownload },
  { name: 'an AI server that never ends its line', run: endlessLine },
]

/** An AI server that sends one line at full speed until the client disconnects. */
async function startEndlessServer() {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"choices":[{"delta":{"content":"')
    const chunk = 'x'.repeat(64 * 1024)
    const writeChunks = (): void => {
      while (!response.destroyed && response.write(chunk)) continue
    }
    response.on('drain', writeChunks)
    writeChunks()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Polls `/healthz`. The returned function stops polling and returns the longest response time. */
function watchHealth(origin: string): () => Promise<number> {
  const stop = new AbortController()
  let longest = 0
  const running = (async () => {
    while (!stop.signal.aborted) {
      const startedAt = performance.now()
      await (await fetch(`${origin}/healthz`)).arrayBuffer()
      longest = Math.max(longest, performance.now() - startedAt)
      await wait(PROBE_MS)
    }
  })()
  return async () => {
    stop.abort()
    await running
    return longest
  }
}

/** The memory that attackers with and without an account can make the product use, and its longest response time during the attacks. */
export async function attackTable(): Promise<BenchTable> {
  const endless = await startEndlessServer()
  const product = await startProduct({ env: { SANDBOX: 'auto', OPENAI_BASE_URL: endless.url, OPENAI_API_KEY: 'sk-bench', DEMO: 'off' } })
  try {
    const { cookie, userId } = await signUpMember(product)
    const victim = { product, cookie, userId }
    const rows: (string | number)[][] = []
    for (const { name, run } of ATTACKS) {
      const health = watchHealth(product.origin)
      const { peak } = await peakOf(product.dataDir, () => run(victim))
      rows.push([name, peak, await health()])
    }
    return {
      title: 'Memory and response time under attack',
      columns: ['attack', 'peak memory (MB)', '/healthz, longest (ms)'],
      rows,
      gates: rows.flatMap(([name, memory, health]) => [
        atMost(`${name}: memory`, { value: Number(memory), limit: MEMORY_MB, unit: 'MB' }),
        atMost(`${name}: response time`, { value: Number(health), limit: HEALTH_MS, unit: 'ms' }),
      ]),
    }
  } finally {
    await product.stop()
    endless.stop()
  }
}
