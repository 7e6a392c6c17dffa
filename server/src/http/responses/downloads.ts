import type { Context } from 'hono'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../app-env.ts'

export interface DownloadLimits {
  /** On the way at once, of all people together. One person has one. */
  ofAll: number
  /** What is handed to the connection at a time. */
  pieceBytes: number
  /** How long a client may take for one piece before it is given up, in milliseconds. */
  unreadMs: number
}

/** Each holds some 15 MB of text. A client has to take 1 kB a second, as much as whoever sends has to bring. */
export const DOWNLOADS: DownloadLimits = { ofAll: 10, pieceBytes: 64 * 1024, unreadMs: 60_000 }
const RETRY_SECONDS = 30

export interface DownloadOptions {
  userId: string
  /** Calls back when it may be read no longer; returns what takes that back. */
  until(over: () => void): () => void
  /** Last word before anything is made: throws to refuse. */
  begin(): Promise<AsyncGenerator<Uint8Array, void>>
  headers: Record<string, string>
}

export interface Downloads {
  /**
   * A file that is made while it is read: nothing is asked for before the client has taken what was there. What fails in the middle breaks the
   * connection, because an answer that ends in order would pass for the whole file. RATE_LIMITED for a person who has one on the way already,
   * BUSY when too many people have.
   */
  answer(c: Context<AppEnv>, downloading: DownloadOptions): Promise<Response>
}

export function createDownloads(log: Logger, bounds: DownloadLimits = DOWNLOADS): Downloads {
  const people = new Set<string>()

  function take(userId: string): () => void {
    if (people.has(userId)) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
    if (people.size >= bounds.ofAll) throw new AppError('BUSY', { seconds: RETRY_SECONDS })
    people.add(userId)
    return () => void people.delete(userId)
  }

  return {
    async answer(c, { userId, until, begin, headers }) {
      const free = take(userId)
      try {
        const pieces = inPiecesOf(await begin(), bounds.pieceBytes)
        const failed = (thrown: unknown) => log.error({ requestId: c.get('requestId'), err: thrown }, 'A download broke off')
        return c.body(streamOf({ pieces, until, free, failed, outgoing: c.env.outgoing, unreadMs: bounds.unreadMs }), 200, headers)
      } catch (error) {
        free()
        throw error
      }
    },
  }
}

async function* inPiecesOf(whole: AsyncGenerator<Uint8Array, void>, size: number): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of whole) {
    for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
  }
}

interface StreamParts extends Pick<DownloadOptions, 'until'> {
  pieces: AsyncGenerator<Uint8Array, void>
  /** Gives the person's place back. */
  free(): void
  failed(thrown: unknown): void
  outgoing: AppEnv['Bindings']['outgoing']
  unreadMs: number
}

function streamOf({ pieces, until, free, failed, outgoing, unreadMs }: StreamParts): ReadableStream<Uint8Array> {
  const hangUp = () => void outgoing.destroy()
  let unread = setTimeout(hangUp, unreadMs)
  let isOver = false
  const noMatter = until(hangUp)

  /** The place is free when nothing is read for it any more. */
  async function end(): Promise<void> {
    if (isOver) return
    isOver = true
    clearTimeout(unread)
    noMatter()
    try {
      await pieces.return()
    } catch (error) {
      failed(error)
    } finally {
      free()
    }
  }

  // Also of an answer whose body nobody asks for.
  outgoing.once('close', () => void end())
  if (outgoing.destroyed) void end()
  return new ReadableStream(
    {
      async pull(controller) {
        // From here on it is us who take the time.
        clearTimeout(unread)
        try {
          const { done, value } = await pieces.next()
          if (isOver) return
          unread = setTimeout(hangUp, unreadMs)
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          if (isOver) return
          failed(error)
          hangUp()
        }
      },
    },
    { highWaterMark: 0 },
  )
}
