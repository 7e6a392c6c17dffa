import type { Hono } from 'hono'
import { VIDEO_PATH } from '@ninesixteen/shared/api/limits'
import { requestedFilm, videoRequestSchema } from '@ninesixteen/shared/api/video'
import { AppError } from '@ninesixteen/shared/errors'
import { requirePro } from '../../auth/session.ts'
import type { Db } from '../../db/db.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/read-json.ts'
import { takeTogether } from '../../limits.ts'
import type { Services } from '../../services.ts'
import { slideFiles } from '../../storage/project-covers.ts'
import { requireOwnPictures } from '../../storage/slide-pictures.ts'

/** Films of one person a minute. One of 34 photos takes about two seconds. */
const FILMS_A_MINUTE = 6
/** More than two share two threads, and all of them take longer. */
const FILMS_AT_ONCE = 2
const BUSY_SECONDS = 5
/** The client has gone: nobody reads this. */
const GONE = 499

/** `POST /api/video`: the MP4 of a film for browsers that cannot encode one. Whoever leaves ends the work. */
export function registerVideoRoutes(app: Hono<AppEnv>, services: Services): void {
  const { db, renderer } = services
  if (!renderer) return
  /** People whose film is being made or on its way to them: whoever reads slowly must not heap up films here. */
  const busy = new Set<string>()
  let making = 0

  app.post(VIDEO_PATH, async (c) => {
    const user = await requirePro(c, services)
    const request = await readJson(c, videoRequestSchema)
    requireOwnPictures(user.id, request.slides)
    const { signal } = c.req.raw
    if (busy.has(user.id) || making >= FILMS_AT_ONCE) throw new AppError('VIDEO_BUSY', { seconds: BUSY_SECONDS })
    busy.add(user.id)
    making += 1
    const free = (): void => void busy.delete(user.id)
    try {
      await takeFilm(db, user.id)
      const { pieces, bytes } = await renderer.renderVideo(requestedFilm(request), slideFiles(services), { person: user.id, signal })
      return c.body(streamOf(pieces, free), 200, {
        'content-type': 'video/mp4',
        'content-length': String(bytes),
        'cache-control': 'no-store',
      })
    } catch (error) {
      free()
      if (!signal.aborted) throw error
      return new Response(null, { status: GONE })
    } finally {
      making -= 1
    }
  })
}

/** Gives the pieces as fast as they are read, and each away once it is. `ended` is called when all are, or when the reader leaves. */
function streamOf(pieces: readonly Uint8Array[], ended: () => void): ReadableStream<Uint8Array> {
  const rest = [...pieces]
  return new ReadableStream(
    {
      pull(controller) {
        const piece = rest.shift()
        if (piece) return controller.enqueue(piece)
        ended()
        controller.close()
      },
      cancel() {
        rest.length = 0
        ended()
      },
    },
    { highWaterMark: 0 },
  )
}

async function takeFilm(db: Db, userId: string): Promise<void> {
  await db.asUser(userId, async (tx) => {
    const uses = [{ kind: 'video.films.minute', amount: 1, limit: FILMS_A_MINUTE, windowSeconds: 60 }]
    const refused = await takeTogether(tx, userId, uses)
    // Within the transaction, so that a refused film is not counted.
    if (refused) throw new AppError('RATE_LIMITED', { seconds: refused.retryAfterSeconds })
  })
}
