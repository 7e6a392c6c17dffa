import { startProduct, type RunningProduct } from './product.ts'
import { atMost, type BenchTable } from './table.ts'

/** Milliseconds the product may add to the time until the first slide. */
const OVERHEAD_LIMIT = 50

/** Nine in all: one account may ask ten times a minute. The first warms up and does not count. */
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
  person: string
}

/** A new demo, whose library has photos and which may generate. */
async function enterDemo(origin: string): Promise<DemoSession> {
  const answer = await fetch(`${origin}/api/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: '{}',
  })
  if (!answer.ok) throw new Error(`No demo: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const { user } = await answer.json()
  return { authorization: `Bearer ${answer.headers.get('set-auth-token')}`, cookie: cookies.join('; '), person: user.id }
}

interface Timed {
  /** Milliseconds from the request to the first whole slide. */
  first: number
  /** Milliseconds until the stream ends. */
  whole: number
}

/** Reads a response as text; calls back with all that has come so far, until it says that the first slide is there. */
async function timed(ask: () => Promise<Response>, hasSlide: (soFar: string) => boolean): Promise<Timed> {
  const begun = performance.now()
  const response = await ask()
  if (!response.ok || !response.body) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  let [text, first] = ['', 0]
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (first === 0 && hasSlide(text)) first = performance.now() - begun
  }
  if (first === 0) throw new Error(`There was no slide in the answer: ${text.slice(0, 500)}`)
  return { first, whole: performance.now() - begun }
}

/** The text of a chat stream as far as it is whole. */
function chatText(stream: string): string {
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: {') && line.endsWith('}'))
    .map((line): string => JSON.parse(line.slice(6)).choices[0]?.delta.content ?? '')
    .join('')
}

/** The product's request for the newest slideshow, unchanged. */
async function lastRequest(product: RunningProduct): Promise<string> {
  const { requests } = await (await fetch(`${product.sandboxOrigin}/_control/requests?provider=openai`)).json()
  return JSON.stringify(requests.at(-1).body)
}

async function measure(product: RunningProduct, authorization: string, topic: string): Promise<{ ours: Timed; raw: Timed }> {
  const ours = await timed(
    () =>
      fetch(`${product.origin}/api/generate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization, origin: product.origin },
        body: JSON.stringify({ topic, contentType: 'numbered-list' }),
      }),
    (text) => text.includes('event: slide'),
  )
  const body = await lastRequest(product)
  const raw = await timed(
    () =>
      fetch(`${product.sandboxOrigin}/openai/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-bench' },
        body,
      }),
    (text) => /"slides":\[\{[^{}]*\}/.test(chatText(text)),
  )
  return { ours, raw }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

/** Time to the first slide through the product, beside the same request sent straight to the provider. */
export async function run(): Promise<BenchTable> {
  const product = await startProduct()
  try {
    const { authorization } = await enterDemo(product.origin)
    const rounds = []
    for (const topic of TOPICS) rounds.push(await measure(product, authorization, topic))
    const counted = rounds.slice(1)
    const of = (pick: (round: (typeof counted)[number]) => number) => median(counted.map(pick))
    const [ours, raw] = [of((round) => round.ours.first), of((round) => round.raw.first)]
    return {
      title: `First slide of a slideshow, median of ${counted.length} rounds`,
      columns: ['', 'first slide ms', 'complete ms'],
      rows: [
        ['through the product: validated, composed, saved', ours, of((round) => round.ours.whole)],
        ['the same request to the provider', raw, of((round) => round.raw.whole)],
      ],
      gates: [atMost('added to the first slide', { value: ours - raw, limit: OVERHEAD_LIMIT, unit: 'ms' })],
    }
  } finally {
    await product.stop()
  }
}
