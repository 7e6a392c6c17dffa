import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fetchFile } from '../../kit/fetch-file.ts'
import { imageSize, imageType, videoType } from '../../kit/images.ts'
import type { Files } from '../../published-posts/files.ts'
import type { LiveFile } from '../../published-posts/ledger.ts'
import type { Chaos } from '../../kit/chaos.ts'
import type { FailReason, Post, Posts } from './posts.ts'

const PICTURE_BYTES_MAX = 20 * 1024 * 1024
const VIDEO_BYTES_MAX = 200 * 1024 * 1024
/** The documents say 1080p; what is measured is the shorter side. */
const SHORTER_SIDE_MAX = 1080

interface Pulling {
  posts: Posts
  files: Files
  chaos: Chaos
}

/** Downloads the files of a post one after the other, long after the response, like the platform. */
export async function pull(post: Post, urls: readonly string[], { posts, files, chaos }: Pulling): Promise<void> {
  const fault = post.kind === 'photo' ? 'photo_pull_failed' : 'video_pull_failed'
  const request = { bytesMax: post.kind === 'photo' ? PICTURE_BYTES_MAX : VIDEO_BYTES_MAX, userAgent: 'TikTok-sandbox' }
  for (const url of urls) {
    const { waitMs, isTwice } = chaos.pull()
    if (waitMs > 0) await wait(waitMs)
    // As if the connection broke on the way.
    if (isTwice) await fetchFile(url, request)
    const bytes = await fetchFile(url, request)
    if (typeof bytes === 'string') return posts.fail(post, fault)
    const checked = post.kind === 'photo' ? await checkPicture(bytes, files) : checkVideo(bytes, files)
    // One bad file fails the whole post, without saying which.
    if (typeof checked === 'string') return posts.fail(post, checked)
    post.files.push(checked)
  }
  posts.finish(post)
}

/** JPEG and WebP only; a PNG is refused. */
async function checkPicture(bytes: Buffer, files: Files): Promise<LiveFile | FailReason> {
  const type = imageType(bytes)
  if (type !== 'image/jpeg' && type !== 'image/webp') return 'file_format_check_failed'
  const sha256 = hashOf(bytes)
  const size = files.find(sha256) ?? (await imageSize(bytes))
  if (size?.width === undefined || size.height === undefined) return 'file_format_check_failed'
  const { width, height } = size
  if (Math.min(width, height) > SHORTER_SIDE_MAX) return 'picture_size_check_failed'
  files.keep(sha256, { bytes, type, width, height })
  return { sha256, bytes: bytes.byteLength, width, height }
}

function checkVideo(bytes: Buffer, files: Files): LiveFile | FailReason {
  const type = videoType(bytes)
  if (!type) return 'file_format_check_failed'
  const sha256 = hashOf(bytes)
  files.keep(sha256, { bytes, type })
  return { sha256, bytes: bytes.byteLength }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
