import { Agent, request, type Dispatcher } from 'undici'
import { imageFormat, SIGNATURE_BYTES, type ImageFormat } from '../image-decoding/image-format.ts'
import { publicOnlyAgent, PrivateAddressError, type Resolve } from './public-address.ts'

/** Limits for one file, including redirects. */
const BYTES_MAX = 20 * 1024 * 1024
const TIME_MS = 15_000
const REDIRECTS_MAX = 3
const TEXT_BYTES_MAX = 1024 * 1024

export interface RemoteHosts {
  /** Allowed hosts, over https on port 443: a name, or `*.name` for its subdomains; or any public one. */
  hosts: readonly string[] | 'any'
  /** URL prefixes that may be private: the local sandbox's. Each ends with a slash. */
  trusted: readonly string[]
}

/**
 * Why a file can't be fetched. `not-allowed`: its URL isn't allowed. `gone`: the host doesn't have it. `not-a-picture`: not an image.
 * `redirected`: too many redirects. `unreachable`: no complete response.
 */
export type RemoteFault = 'not-allowed' | 'gone' | 'not-a-picture' | 'too-large' | 'redirected' | 'timeout' | 'unreachable'

/** The message contains neither the URL nor the response. */
export class RemoteFileError extends Error {
  override readonly name = 'RemoteFileError'
  readonly fault: RemoteFault

  constructor(fault: RemoteFault, options?: ErrorOptions) {
    super(`The file could not be fetched: ${fault}`, options)
    this.fault = fault
  }
}

export interface RemoteFiles {
  /** Whether the URL is allowed, without connecting. */
  isAllowed(url: string): boolean
  /** The unchanged bytes of an image. Throws RemoteFileError. */
  fetchImage(url: string): Promise<{ bytes: Uint8Array; format: ImageFormat }>
  /** A text of at most a megabyte. Throws RemoteFileError. */
  fetchText(url: string, accept: string): Promise<string>
  /** The bytes of any file as they arrive. Throws RemoteFileError, also while they do: after the longest time or the most bytes. */
  openStream(url: string, limits: StreamLimits): Promise<AsyncGenerator<Uint8Array, void>>
  close(): Promise<void>
}

export interface StreamLimits {
  accept: string
  bytesMax: number
  timeMs: number
  signal: AbortSignal
}

/** Fetches files from other hosts. Checks the URL and the address it resolves to, again at every redirect. */
export function createRemoteFiles(options: RemoteHosts & { resolve?: Resolve; timeMs?: number }): RemoteFiles {
  const { hosts, trusted, timeMs = TIME_MS } = options
  const outside = publicOnlyAgent({ ...(options.resolve && { resolve: options.resolve }), connectMs: timeMs })
  const inside = new Agent({ connect: { timeout: timeMs } })

  /** The normalised URL and the dispatcher for it; null if it isn't allowed. */
  const wayTo = (text: string): { url: URL; dispatcher: Agent } | null => {
    if (!URL.canParse(text)) return null
    const url = new URL(text)
    if (url.username || url.password) return null
    if (trusted.some((beginning) => url.href.startsWith(beginning))) return { url, dispatcher: inside }
    const isListed =
      hosts === 'any' || hosts.some((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host))
    return url.protocol === 'https:' && url.port === '' && isListed ? { url, dispatcher: outside } : null
  }

  async function open(text: string, { accept, signal }: { accept: string; signal: AbortSignal }): Promise<Dispatcher.ResponseData> {
    let next = text
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const way = wayTo(next)
      if (!way) throw new RemoteFileError('not-allowed')
      // Identity: a compressed response could be a decompression bomb.
      const headers = { 'accept-encoding': 'identity', accept, 'user-agent': 'Ninesixteen' }
      const answer = await request(way.url, { dispatcher: way.dispatcher, signal, headers })
      const { location } = answer.headers
      if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string') return answer
      hangUp(answer)
      if (!URL.canParse(location, way.url.href)) throw new RemoteFileError('not-allowed')
      next = new URL(location, way.url).href
    }
    throw new RemoteFileError('redirected')
  }

  async function fetchWith<T>(url: string, accept: string, read: (answer: Dispatcher.ResponseData) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(timeMs)
    try {
      const answer = await open(url, { accept, signal })
      try {
        return await read(answer)
      } finally {
        hangUp(answer)
      }
    } catch (error) {
      throw asRemoteFileError(error, signal)
    }
  }

  return {
    isAllowed: (url) => wayTo(url) !== null,
    fetchImage: (url) => fetchWith(url, 'image/*', readImage),
    fetchText: (url, accept) => fetchWith(url, accept, readText),
    async openStream(url, { accept, bytesMax, timeMs: longest, signal: caller }) {
      const signal = AbortSignal.any([caller, AbortSignal.timeout(longest)])
      try {
        const answer = await open(url, { accept, signal })
        try {
          requireWithin(answer, bytesMax)
        } catch (error) {
          hangUp(answer)
          throw error
        }
        return limited(answer, { bytesMax, signal })
      } catch (error) {
        throw asRemoteFileError(error, signal)
      }
    },
    async close() {
      await Promise.all([outside.close(), inside.close()])
    },
  }
}

/** Discards the rest of a response, which may be endless. */
function hangUp({ body }: Dispatcher.ResponseData): void {
  // Destroying the body breaks the connection on purpose.
  body.on('error', () => undefined)
  body.destroy()
}

function requireWithin({ statusCode, headers }: Dispatcher.ResponseData, bytesMax: number): void {
  if (statusCode !== 200) throw new RemoteFileError(statusCode >= 400 && statusCode < 500 ? 'gone' : 'unreachable')
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') throw new RemoteFileError('not-a-picture')
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw new RemoteFileError('too-large')
}

async function* limited(
  answer: Dispatcher.ResponseData,
  { bytesMax, signal }: { bytesMax: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array, void> {
  let size = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > bytesMax) throw new RemoteFileError('too-large')
      yield chunk
    }
  } catch (error) {
    throw asRemoteFileError(error, signal)
  } finally {
    hangUp(answer)
  }
}

async function readText(answer: Dispatcher.ResponseData): Promise<string> {
  requireWithin(answer, TEXT_BYTES_MAX)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > TEXT_BYTES_MAX) throw new RemoteFileError('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function readImage(answer: Dispatcher.ResponseData) {
  requireWithin(answer, BYTES_MAX)
  const { body } = answer
  const chunks: Uint8Array[] = []
  let size = 0
  let format: ImageFormat | null = null
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > BYTES_MAX) throw new RemoteFileError('too-large')
    // Checked as soon as the first bytes arrive, so that other files aren't read to the end.
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
