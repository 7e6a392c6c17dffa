// Makes a slideshow of a topic and a photo, renders it and drafts a post. Needs Node 24.
// NINESIXTEEN_URL=https://studio.example.com NINESIXTEEN_API_KEY=n16_... node slideshow.ts photo.jpg
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const { NINESIXTEEN_URL, NINESIXTEEN_API_KEY } = process.env
const api = `${NINESIXTEEN_URL}/api/public/v1`
const RETRIES = 3

interface Sent {
  json?: unknown
  file?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** Sends a request. A retry has the same Idempotency-Key, so that nothing is done twice. */
async function send(method: string, path: string, { json, file, headers }: Sent = {}): Promise<Response> {
  const request = {
    method,
    headers: {
      authorization: `Bearer ${NINESIXTEEN_API_KEY}`,
      'idempotency-key': randomUUID(),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(file && { body: file }),
  }
  for (let retry = 0; ; retry += 1) {
    const response = await fetch(api + path, request).catch((error: unknown) => error)
    if (response instanceof Response && response.ok) return response
    const isBusy = !(response instanceof Response) || [409, 429, 503].includes(response.status)
    if (!isBusy || retry === RETRIES) {
      throw response instanceof Response ? new Error(await response.text()) : response
    }
    await sleep(1000 * (response instanceof Response ? Number(response.headers.get('retry-after') ?? 1) : 2 ** retry))
  }
}

const call = async <T>(method: string, path: string, sent?: Sent): Promise<T> => (await send(method, path, sent)).json() as Promise<T>

interface Slideshow {
  title: string
  version: number
  slides: { textBoxes: { text: string }[]; backgroundImage: string | null }[]
}

// List companies.
const { companies } = await call<{ companies: { name: string }[] }>('GET', '/companies')
for (const { name } of companies) console.log(`Company: ${name}`)

// Upload a photo. The body is the file.
const [, , photoFile = 'photo.jpg'] = process.argv
const { photo } = await call<{ photo: { path: string } }>('POST', `/photos?filename=${encodeURIComponent(basename(photoFile))}`, {
  file: new Uint8Array(await readFile(photoFile)),
  headers: { 'content-type': 'image/jpeg' },
})

// Generate a slideshow, and wait for its end.
const order = { json: { topic: '5 morning habits' }, headers: { prefer: 'wait=60' } }
let progress = await call<{ slideshow_id: string; status: string; slides: number }>('POST', '/slideshows/generate', order)
const id = progress.slideshow_id
while (progress.status === 'running') {
  await sleep(2000)
  progress = await call('GET', `/slideshows/${id}/generation`)
}
console.log(`Slides: ${progress.slides}`)

// Change the first slide. If the slideshow was changed since it was read, the answer is 412.
const read = await send('GET', `/slideshows/${id}`)
const { title, slides } = (await read.json()) as Slideshow
const [first] = slides
if (first?.textBoxes[0]) {
  first.textBoxes[0].text = 'Start slowly'
  first.backgroundImage = photo.path
}
const headers = { 'if-match': read.headers.get('etag') ?? '' }
const saved = await call<Slideshow>('PUT', `/slideshows/${id}`, { json: { title, slides }, headers })
console.log(`Version: ${saved.version}`)

// Render the first slide in 4:5.
await writeFile('slide.jpg', (await send('GET', `/slideshows/${id}/slides/0/render?format=4:5&type=jpeg`)).body ?? '')

// Check a post, then draft it. With "scheduled_at" it is scheduled.
const { accounts } = await call<{ accounts: { id: string }[] }>('GET', '/accounts')
const json = { slideshow_id: id, caption: 'Start slowly', targets: [{ account_id: accounts[0]?.id }] }
const { problems } = await call<{ problems: { severity: string; message: string }[] }>('POST', '/posts/check', { json })
const stop = problems.find(({ severity }) => severity === 'stop')
if (stop) throw new Error(stop.message)
const { posts } = await call<{ posts: { url: string }[] }>('POST', '/posts', { json })
for (const { url } of posts) console.log(`Draft: ${url}`)
