import { startProduct, type RunningProduct } from './product.ts'
import { atMost, type BenchTable } from './table.ts'

/** Milliseconds the product may add to the time until the first slide. */
const OVERHEAD_LIMIT = 50

/** At most ten, because an account may send ten requests per minute. The first warms up and does not count. */
const TOPICS = [
  '5 morning habits',
  'signs you need a break',
  '4 mistakes with houseplants',
  'how to save money',
  '6 tips for small kitchens',
  'reasons to read more',
  'calm evenings',
  '5 things about coffee',
  '3 lessons from running',
]

/** A demo's session: a bearer token for programs, and a browser's cookie, whose requests name their user. */
interface DemoSession {
  authorization: string
  cookie: string
  userId: string
}

/** A new demo, whose library has photos and which may generate. */
async function enterDemo(origin: string): Promise<DemoSession> {
  const response = await fetch(`${origin}/api/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: '{}',
  })
  if (!response.ok) throw new Error(`No demo: ${response.status} ${await response.text()}`)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const { user } = await response.json()
  return { authorization: `Bearer ${response.headers.get('set-auth-token')}`, cookie: cookies.join('; '), userId: user.id }
}

interface Timing {
  /** Milliseconds from the request to the first complete slide. */
  first: number
  /** Milliseconds until the stream ends. */
  complete: number
}

/** Reads a response as text, and records when it contains the first slide. */
async function timeResponse(request: () => Promise<Response>, hasSlide: (received: string) => boolean): Promise<Timing> {
  const startedAt = performance.now()
  const response = await request()
  if (!response.ok || !response.body) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  let [text, first] = ['', 0]
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (first === 0 && hasSlide(text)) first = performance.now() - startedAt
  }
  if (first === 0) throw new Error(`There was no slide in the answer: ${text.slice(0, 500)}`)
  return { first, complete: performance.now() - startedAt }
}

/** The text of the complete lines of a chat stream. */
function chatText(stream: string): string {
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: {') && line.endsWith('}'))
    .map((line): string => JSON.parse(line.slice(6)).choices[0]?.delta.content ?? '')
    .join('')
}

/** The request that the product sent for the newest slideshow. */
async function lastRequest(product: RunningProduct): Promise<string> {
  const { requests } = await (await fetch(`${product.sandboxOrigin}/_control/requests?provider=openai`)).json()
  return JSON.stringify(requests.at(-1).body)
}

async function measure(product: RunningProduct, authorization: string, topic: string): Promise<{ viaProduct: Timing; direct: Timing }> {
  const viaProduct = await timeResponse(
    () =>
      fetch(`${product.origin}/api/generate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization, origin: product.origin },
        body: JSON.stringify({ topic, contentType: 'numbered-list' }),
      }),
    (text) => text.includes('event: slide'),
  )
  const body = await lastRequest(product)
  const direct = await timeResponse(
    () =>
      fetch(`${product.sandboxOrigin}/openai/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-bench' },
        body,
      }),
    (text) => /"slides":\[\{[^{}]*\}/.test(chatText(text)),
  )
  return { viaProduct, direct }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

/** Time to the first slide through the product. The baseline is the same request sent directly to the provider. */
export async function run(): Promise<BenchTable> {
  const product = await startProduct()
  try {
    const { authorization } = await enterDemo(product.origin)
    const rounds = []
    for (const topic of TOPICS) rounds.push(await measure(product, authorization, topic))
    const measured = rounds.slice(1)
    const medianBy = (pick: (round: (typeof measured)[number]) => number) => median(measured.map(pick))
    const [viaProduct, direct] = [medianBy((round) => round.viaProduct.first), medianBy((round) => round.direct.first)]
    return {
      title: `First slide of a slideshow, median of ${measured.length} rounds`,
      columns: ['', 'first slide ms', 'complete ms'],
      rows: [
        ['through the product: validated, composed, saved', viaProduct, medianBy((round) => round.viaProduct.complete)],
        ['the same request to the provider', direct, medianBy((round) => round.direct.complete)],
      ],
      gates: [atMost('added to the first slide', { value: viaProduct - direct, limit: OVERHEAD_LIMIT, unit: 'ms' })],
    }
  } finally {
    await product.stop()
  }
}
