import type { Context } from 'hono'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../app-env.ts'

export interface DownloadLimits {
  /** Concurrent downloads in total. */
  total: number
  perUser: number
  /** Bytes written to the connection at a time. */
  pieceBytes: number
  /** How long a client may take to read one piece, in milliseconds. */
  unreadMs: number
}

/** Each holds about 15 MB of text. A client must read 1 kB/s, the minimum rate for uploads too. */
export const DOWNLOADS: DownloadLimits = { total: 10, perUser: 1, pieceBytes: 64 * 1024, unreadMs: 60_000 }
const RETRY_SECONDS = 30

export interface DownloadOptions {
  userId: string
  /** Calls back when access ends; returns the unsubscribe function. */
  onAccessEnd(onEnd: () => void): () => void
  /** Runs before the response begins; throws to reject. */
  begin(): Promise<AsyncGenerator<Uint8Array, void>>
  headers: Record<string, string>
}

export interface Downloads {
  /**
   * Streams a file that is generated while it is read, with backpressure. An error in the middle breaks the connection, because a regular
   * end would pass for the complete file. Throws RATE_LIMITED for a user with as many downloads in progress as one may have, BUSY at the total limit.
   */
  answer(c: Context<AppEnv>, downloading: DownloadOptions): Promise<Response>
}

export function createDownloads(log: Logger, bounds: DownloadLimits = DOWNLOADS): Downloads {
  const active: string[] = []

  function acquireSlot(userId: string): () => void {
    if (active.filter((id) => id === userId).length >= bounds.perUser) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
    if (active.length >= bounds.total) throw new AppError('BUSY', { seconds: RETRY_SECONDS })
    active.push(userId)
    return () => void active.splice(active.indexOf(userId), 1)
  }

  return {
    async answer(c, { userId, onAccessEnd, begin, headers }) {
      const free = acquireSlot(userId)
      try {
        const chunks = chunksOf(await begin(), bounds.pieceBytes)
        const failed = (thrown: unknown) => log.error({ requestId: c.get('requestId'), err: thrown }, 'Download interrupted')
        return c.body(streamOf({ chunks, onAccessEnd, free, failed, outgoing: c.env.outgoing, unreadMs: bounds.unreadMs }), 200, headers)
      } catch (error) {
        free()
        throw error
      }
    },
  }
}

async function* chunksOf(source: AsyncGenerator<Uint8Array, void>, size: number): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of source) {
    for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
  }
}

interface StreamParts extends Pick<DownloadOptions, 'onAccessEnd'> {
  chunks: AsyncGenerator<Uint8Array, void>
  /** Releases the user's slot. */
  free(): void
  failed(thrown: unknown): void
  outgoing: AppEnv['Bindings']['outgoing']
  unreadMs: number
}

function streamOf({ chunks, onAccessEnd, free, failed, outgoing, unreadMs }: StreamParts): ReadableStream<Uint8Array> {
  const disconnect = () => void outgoing.destroy()
  let unread = setTimeout(disconnect, unreadMs)
  let hasEnded = false
  const unsubscribe = onAccessEnd(disconnect)

  /** The slot is free once the source isn't read any more. */
  async function end(): Promise<void> {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(unread)
    unsubscribe()
    try {
      await chunks.return()
    } catch (error) {
      failed(error)
    } finally {
      free()
    }
  }

  // Also for a response whose body is never read.
  outgoing.once('close', () => void end())
  if (outgoing.destroyed) void end()
  return new ReadableStream(
    {
      async pull(controller) {
        // The client isn't responsible for the time from here on.
        clearTimeout(unread)
        try {
          const { done, value } = await chunks.next()
          if (hasEnded) return
          unread = setTimeout(disconnect, unreadMs)
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          if (hasEnded) return
          failed(error)
          disconnect()
        }
      },
    },
    { highWaterMark: 0 },
  )
}
