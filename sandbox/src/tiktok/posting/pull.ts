import { createHash } from 'node:crypto'
import { loadSharp } from '../../picture-library.ts'
import type { FailReason, Post, Posts, ReceivedFile } from './posts.ts'

const PICTURE_BYTES_MAX = 20 * 1024 * 1024
const VIDEO_BYTES_MAX = 200 * 1024 * 1024
const TIME_MS = 20_000
/** The documents say 1080p; what is measured is the shorter side. */
const SHORTER_SIDE_MAX = 1080

/** Fetches the files of a post one after the other, as the platform does when the call is long answered. */
export async function pull(post: Post, urls: readonly string[], posts: Posts): Promise<void> {
  const fault = post.kind === 'photo' ? 'photo_pull_failed' : 'video_pull_failed'
  for (const url of urls) {
    const bytes = await fetchFile(url, post.kind === 'photo' ? PICTURE_BYTES_MAX : VIDEO_BYTES_MAX)
    if (!bytes) return posts.fail(post, fault)
    const checked = post.kind === 'photo' ? await checkPicture(bytes) : checkVideo(bytes)
    // One bad file fails the whole post, and which one is not said.
    if (typeof checked === 'string') return posts.fail(post, checked)
    post.files.push(checked)
  }
  posts.finish(post)
}

async function fetchFile(url: string, most: number): Promise<Buffer | null> {
  try {
    // A redirect is a failure.
    const reply = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_MS),
      headers: { 'user-agent': 'TikTok-sandbox' },
    })
    const bytes = reply.status === 200 ? Buffer.from(await reply.arrayBuffer()) : null
    return bytes && bytes.byteLength <= most ? bytes : null
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return null
    throw error
  }
}

function received(bytes: Buffer): ReceivedFile {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.byteLength }
}

/** JPEG and WebP only, by their first bytes; a PNG is refused. */
async function checkPicture(bytes: Buffer): Promise<ReceivedFile | FailReason> {
  const head = bytes.toString('latin1', 0, 12)
  if (!head.startsWith('\xff\xd8\xff') && !(head.startsWith('RIFF') && head.endsWith('WEBP'))) return 'file_format_check_failed'
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(bytes).metadata()
    return Math.min(width, height) > SHORTER_SIDE_MAX ? 'picture_size_check_failed' : { ...received(bytes), width, height }
  } catch (error) {
    if (error instanceof Error) return 'file_format_check_failed'
    throw error
  }
}

/** MP4 or QuickTime, or WebM. */
export function checkVideo(bytes: Buffer): ReceivedFile | FailReason {
  const isKnown = bytes.toString('latin1', 4, 8) === 'ftyp' || bytes.readUInt32BE(0) === 0x1a45dfa3
  return isKnown ? received(bytes) : 'file_format_check_failed'
}
