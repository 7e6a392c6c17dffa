// node repeat-writes.ts JSON: sends every write of the public API three times, each with one Idempotency-Key that is the same in every run, so that
// a run after a kill continues where the killed one was. Prints `{step}` before each request, and `{step, answer}` after it.
import sharp from 'sharp'
import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/limits'

const { url, secret, account, at, movedTo } = JSON.parse(process.argv[2] ?? '') as Record<
  'url' | 'secret' | 'account' | 'at' | 'movedTo',
  string
>

interface Sent {
  method?: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

const say = (spoken: object) => process.stdout.write(`${JSON.stringify(spoken)}\n`)

/** While another request with the key runs, it is asked again. */
async function send(step: string, { method = 'POST', path, body, headers = {} }: Sent): Promise<string> {
  const isFile = Buffer.isBuffer(body)
  const type = isFile ? 'image/jpeg' : 'application/json'
  const answer = await fetch(url + PUBLIC_API_PREFIX + path, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      'idempotency-key': step,
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
    },
    ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status === 409) return send(step, { method, path, body, headers })
  if (!answer.ok) throw new Error(`${step}: ${answer.status} ${text}`)
  return text
}

async function thrice(step: string, sent: Sent): Promise<{ id: string; posts?: { id: string }[] }> {
  let answer = ''
  for (let turn = 0; turn < 3; turn += 1) {
    say({ step })
    answer = await send(step, sent)
    say({ step, answer })
  }
  return JSON.parse(answer) as { id: string; posts?: { id: string }[] }
}

const slides = [{ id: 'one', textBoxes: [{ id: 'box', text: 'one' }] }]
const { id } = await thrice('slideshows.create', { path: '/slideshows', body: { title: 'Once', slides } })
const change = { method: 'PUT', path: `/slideshows/${id}`, headers: { 'if-match': '"1"' } }
await thrice('slideshows.update', { ...change, body: { title: 'Twice', slides } })
await thrice('slideshows.generate', { path: '/slideshows/generate', body: { topic: '5 morning habits' } })
const color = { r: 9, g: 99, b: 199 }
const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
  .jpeg()
  .toBuffer()
await thrice('photos.upload', { path: '/photos', body: photo })
const other = await sharp({ create: { width: 30, height: 40, channels: 3, background: color } })
  .jpeg()
  .toBuffer()
await thrice('photos.import', { path: '/photos/import', body: { data: other.toString('base64') } })
const render = await thrice('renders.create', { path: `/slideshows/${id}/renders`, body: { type: 'pdf' } })
await thrice('renders.cancel', { path: `/renders/${render.id}/cancel` })
const run = await thrice('another render', { path: `/slideshows/${id}/renders`, body: { type: 'png' } })
await thrice('runs.cancel', { path: `/runs/${run.id}/cancel` })
const targets = [{ account_id: account, options: { platform: 'tumblr', blog: 'moss' } }]
const response = await thrice('posts.create', { path: '/posts', body: { slideshow_id: id, scheduled_at: at, targets } })
const post = `/posts/${response.posts?.[0]?.id}`
await thrice('posts.move', { path: `${post}/move`, body: { scheduled_at: movedTo } })
await thrice('posts.cancel', { path: `${post}/cancel` })
await thrice('posts.retry', { path: `${post}/retry`, body: { scheduled_at: at } })
