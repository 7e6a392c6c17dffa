import { createHash, randomBytes, type Hash } from 'node:crypto'
import { Hono } from 'hono'
import type { Clock } from '../../kit/clock.ts'
import { videoType } from '../../kit/images.ts'
import type { Files } from '../../published-posts/files.ts'
import type { RecordedEnv } from '../../kit/recorded.ts'
import type { UploadPlan } from './bodies.ts'
import type { Post, Posts } from './posts.ts'

interface Upload {
  token: string
  post: Post
  plan: UploadPlan
  received: number
  /** The first bytes say what it is. */
  head: Buffer
  /** The bytes, if small enough to store; larger uploads are only counted and hashed. */
  chunks: Buffer[]
  hash: Hash
  expiresAt: number
}

const LIFE_SECONDS = 3600
/** Maximum size of a stored video. */
const KEPT_BYTES = 64 * 1024 * 1024
const TYPES = ['video/mp4', 'video/quicktime', 'video/webm']

/** Files that are sent in chunks to the address that the start of the post gave. */
export function createUploads({ clock, posts, files }: { clock: Clock; posts: Posts; files: Files }) {
  const uploads = new Map<string, Upload>()
  const app = new Hono<RecordedEnv>()

  app.put('/video/', async (c) => {
    const { upload_id: id = '', upload_token: token } = c.req.query()
    const upload = uploads.get(id)
    if (!upload || upload.token !== token) return c.text('No such upload', 404)
    if (upload.expiresAt <= clock.seconds()) return c.text('The upload URL expired', 403)
    const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(c.req.header('content-range') ?? '')?.map(Number) ?? []
    if (from === undefined || to === undefined || total !== upload.plan.video_size || !TYPES.includes(c.req.header('content-type') ?? '')) {
      return c.text('Malformed headers', 400)
    }
    if (from !== upload.received || to !== nextEnd(upload)) return c.text('Not the next range', 416)
    const bytes = Buffer.from(await c.req.arrayBuffer())
    if (bytes.byteLength !== to - from + 1) return c.text('The length does not match the range', 400)
    append(upload, bytes)
    const isWhole = upload.received === upload.plan.video_size
    if (isWhole) finish(upload)
    return c.body(null, isWhole ? 201 : 206, { 'content-range': `bytes 0-${upload.received - 1}/${upload.plan.video_size}` })
  })

  function finish({ post, head, hash, received, chunks }: Upload): void {
    const type = videoType(head)
    if (!type) return posts.fail(post, 'file_format_check_failed')
    const sha256 = hash.digest('hex')
    if (received <= KEPT_BYTES) files.keep(sha256, { bytes: Buffer.concat(chunks), type })
    chunks.length = 0
    post.files.push({ sha256, bytes: received })
    posts.finish(post)
  }

  return {
    app,
    open(post: Post, plan: UploadPlan) {
      const [id, token] = [randomBytes(6).toString('hex'), randomBytes(12).toString('base64url')]
      const expiresAt = clock.seconds() + LIFE_SECONDS
      uploads.set(id, { token, post, plan, received: 0, head: Buffer.alloc(0), chunks: [], hash: createHash('sha256'), expiresAt })
      return { id, token }
    },
    reset: () => uploads.clear(),
  }
}
export type Uploads = ReturnType<typeof createUploads>

/** The last byte of the next chunk: the last chunk takes the rest. */
function nextEnd({ received, plan }: Upload): number {
  const number = Math.floor(received / plan.chunk_size) + 1
  return (number >= plan.total_chunk_count ? plan.video_size : received + plan.chunk_size) - 1
}

function append(upload: Upload, bytes: Buffer): void {
  if (upload.head.byteLength < 12) upload.head = Buffer.concat([upload.head, bytes.subarray(0, 12)])
  if (upload.plan.video_size <= KEPT_BYTES) upload.chunks.push(bytes)
  upload.hash.update(bytes)
  upload.received += bytes.byteLength
  upload.post.uploadedBytes = upload.received
}
