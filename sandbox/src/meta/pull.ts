import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Chaos } from '../kit/chaos.ts'
import { fetchFile } from '../kit/fetch-file.ts'
import { imageSize, imageType, videoType } from '../kit/images.ts'
import type { Files } from '../published-posts/files.ts'
import type { LiveFile } from '../published-posts/ledger.ts'
import type { Container } from './containers.ts'
import type { MetaNetwork } from './networks.ts'

const PICTURE_BYTES_MAX = 8 * 1024 * 1024
/** Meta fetches a file more than once. */
const FETCHES = 2
const USER_AGENT = 'facebookexternalua-sandbox'

interface Pulling {
  network: MetaNetwork
  files: Files
  chaos: Chaos
}

/** Downloads and checks a container's file; the subcode of what is wrong with it, or null. */
export async function pull(container: Container, url: string, { network, files, chaos }: Pulling): Promise<string | null> {
  const isPicture = container.kind === 'image'
  const request = { bytesMax: isPicture ? PICTURE_BYTES_MAX : network.videoBytesMax, userAgent: USER_AGENT }
  const { waitMs, isTwice } = chaos.pull()
  if (waitMs > 0) await wait(waitMs)
  let bytes: Awaited<ReturnType<typeof fetchFile>> = 'failed'
  for (let left = isTwice ? FETCHES + 1 : FETCHES; left > 0; left -= 1) {
    bytes = await fetchFile(url, request)
    if (typeof bytes === 'string') break
  }
  if (bytes === 'late') return '2207003'
  if (bytes === 'too-large') return isPicture ? '2207004' : '2207026'
  if (bytes === 'failed') return '2207052'
  const checked = isPicture ? await checkPicture(bytes, container, network) : checkVideo(bytes)
  if (typeof checked === 'string') return checked
  const { type, ...file } = checked
  const { width, height } = file
  files.keep(file.sha256, { bytes, type, ...(width !== undefined && height !== undefined && { width, height }) })
  container.file = file
  return null
}

type Checked = LiveFile & { type: string }

/** Images that are too narrow or too wide are scaled to between 320 and 1,440 pixels without an error. */
async function checkPicture(bytes: Buffer, { placement }: Container, network: MetaNetwork): Promise<Checked | string> {
  const type = imageType(bytes)
  const size = type !== null && network.pictureTypes.includes(type) ? await imageSize(bytes) : null
  if (type === null || !size) return '2207005'
  const ratio = size.width / size.height
  // A story is cropped or gets bars.
  if (placement !== 'story' && (ratio < network.ratioMin - 0.001 || ratio > network.ratioMax + 0.001)) return '2207009'
  return { sha256: hashOf(bytes), bytes: bytes.byteLength, type, ...size }
}

function checkVideo(bytes: Buffer): Checked | string {
  const type = videoType(bytes)
  if (type === null || type === 'video/webm') return '2207026'
  return { sha256: hashOf(bytes), bytes: bytes.byteLength, type }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
