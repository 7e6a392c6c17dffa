import { Agent, request, type Dispatcher } from 'undici'
import { imageFormat, SIGNATURE_BYTES, type ImageFormat } from '../image-decoding/image-format.ts'
import { publicOnlyAgent, PrivateAddressError, type Resolve } from './public-address.ts'

/** What is never exceeded for one file, redirects included. */
const BYTES_MAX = 20 * 1024 * 1024
const TIME_MS = 15_000
const REDIRECTS_MAX = 3

export interface RemoteHosts {
  /** Hosts that are asked, over https on its usual port: a name, or `*.name` for all below it. */
  hosts: readonly string[]
  /** Beginnings of addresses that are asked though they are inside: the local sandbox's. Each ends with a slash. */
  trusted: readonly string[]
}

/**
 * Why there is no file: `not-allowed` an address that is not asked, `gone` the host has none, `not-a-picture` it is
 * something else, `too-large`, `redirected` too often, `timeout`, `unreachable` no whole answer.
 */
export type RemoteFault = 'not-allowed' | 'gone' | 'not-a-picture' | 'too-large' | 'redirected' | 'timeout' | 'unreachable'

/** Names neither the address nor what came from there. */
export class RemoteFileError extends Error {
  override readonly name = 'RemoteFileError'
  readonly fault: RemoteFault

  constructor(fault: RemoteFault, options?: ErrorOptions) {
    super(`The file could not be fetched: ${fault}`, options)
    this.fault = fault
  }
}

export interface RemoteFiles {
  /** Whether this address may be asked at all; nothing is connected to. */
  isAllowed(url: string): boolean
  /** The bytes of a picture, as they came. Throws a RemoteFileError. */
  fetchPicture(url: string): Promise<{ bytes: Uint8Array; format: ImageFormat }>
  close(): Promise<void>
}

/** Fetches pictures from hosts that are not ours: the address is checked, at every redirect again, and so is where it leads. */
export function createRemoteFiles(given: RemoteHosts & { resolve?: Resolve; timeMs?: number }): RemoteFiles {
  const { hosts, trusted, timeMs = TIME_MS } = given
  const outside = publicOnlyAgent({ ...(given.resolve && { resolve: given.resolve }), connectMs: timeMs })
  const inside = new Agent({ connect: { timeout: timeMs } })

  /** The address in its one spelling, and the way that may be taken to it; null for none. */
  const wayTo = (text: string): { url: URL; dispatcher: Agent } | null => {
    if (!URL.canParse(text)) return null
    const url = new URL(text)
    if (url.username || url.password) return null
    if (trusted.some((beginning) => url.href.startsWith(beginning))) return { url, dispatcher: inside }
    const isListed = hosts.some((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host))
    return url.protocol === 'https:' && url.port === '' && isListed ? { url, dispatcher: outside } : null
  }

  async function open(text: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let next = text
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const way = wayTo(next)
      if (!way) throw new RemoteFileError('not-allowed')
      // Identity: a compressed answer could be a bomb that only shows itself unpacked.
      const headers = { 'accept-encoding': 'identity', accept: 'image/*', 'user-agent': 'Ninesixteen' }
      const answer = await request(way.url, { dispatcher: way.dispatcher, signal, headers })
      const { location } = answer.headers
      if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string') return answer
      hangUp(answer)
      if (!URL.canParse(location, way.url.href)) throw new RemoteFileError('not-allowed')
      next = new URL(location, way.url).href
    }
    throw new RemoteFileError('redirected')
  }

  return {
    isAllowed: (url) => wayTo(url) !== null,
    async fetchPicture(url) {
      const signal = AbortSignal.timeout(timeMs)
      try {
        const answer = await open(url, signal)
        try {
          return await readPicture(answer)
        } finally {
          hangUp(answer)
        }
      } catch (error) {
        throw asRemoteFileError(error, signal)
      }
    },
    async close() {
      await Promise.all([outside.close(), inside.close()])
    },
  }
}

/** What is left of an answer is not read: it may be endless. */
function hangUp({ body }: Dispatcher.ResponseData): void {
  // That the connection breaks is what was asked for.
  body.on('error', () => undefined)
  body.destroy()
}

async function readPicture({ statusCode, headers, body }: Dispatcher.ResponseData) {
  if (statusCode !== 200) throw new RemoteFileError(statusCode >= 400 && statusCode < 500 ? 'gone' : 'unreachable')
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') throw new RemoteFileError('not-a-picture')
  if (Number(headers['content-length'] ?? 0) > BYTES_MAX) throw new RemoteFileError('too-large')
  const chunks: Uint8Array[] = []
  let size = 0
  let format: ImageFormat | null = null
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > BYTES_MAX) throw new RemoteFileError('too-large')
    // As soon as the first bytes are there: what is not a picture is not read to its end.
    if (format === null && size >= SIGNATURE_BYTES) {
      format = imageFormat(Buffer.concat(chunks))
      if (format === null) throw new RemoteFileError('not-a-picture')
    }
  }
  if (format === null) throw new RemoteFileError('not-a-picture')
  return { bytes: Buffer.concat(chunks), format }
}

function asRemoteFileError(error: unknown, signal: AbortSignal): RemoteFileError {
  if (error instanceof RemoteFileError) return error
  if (signal.aborted) return new RemoteFileError('timeout', { cause: error })
  if (error instanceof PrivateAddressError) return new RemoteFileError('not-allowed', { cause: error })
  return new RemoteFileError('unreachable', { cause: error })
}
