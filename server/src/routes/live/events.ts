import type { Hono } from 'hono'
import { EVENTS_PATH, type ChangeEvent } from '@ninesixteen/shared/api/events'
import { AppError } from '@ninesixteen/shared/errors'
import { onSignedOut } from '../../http/session/on-signed-out.ts'
import { requireUser } from '../../http/session/session.ts'
import type { Changed, ChangeEvents } from '../../db/listen.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { createEventStreams } from '../../http/responses/event-streams.ts'
import type { Services } from '../services.ts'

/** A stream of the caller's changes. The page names its user in the URL, because an event source sends no headers. */
export function registerEventRoutes(app: Hono<AppEnv>, services: Services): void {
  const streams = createEventStreams()
  app.get(EVENTS_PATH, async (c) => {
    const user = await requireUser(c, services)
    const expectedUser = c.req.query('person')
    if (expectedUser !== undefined && expectedUser !== user.id) throw new AppError('WRONG_PERSON')
    return streams.answer<ChangeEvent>(c, {
      userId: user.id,
      onAccessEnd: onSignedOut(c, services, user.id),
      begin: async (signal) => changesOf(services.changes, user.id, signal),
      failed: () => ({ type: 'all' }),
    })
  })
}

async function* changesOf(changes: ChangeEvents, userId: string, signal: AbortSignal): AsyncGenerator<ChangeEvent, void> {
  // Changes from before the subscription are reported once as `all`.
  const pending = new Set<Changed>(['all'])
  let more = Promise.withResolvers<void>()
  const ended = new AbortController()
  const end = (): void => {
    ended.abort()
    more.resolve()
  }
  const onChange = (change: Changed): void => {
    pending.add(change)
    more.resolve()
  }
  const leave = changes.subscribe(userId, onChange, end)
  // On abort rather than in the generator's finally block, which never runs if the reader stops.
  signal.addEventListener('abort', () => {
    leave()
    end()
  })
  while (!ended.signal.aborted) {
    more = Promise.withResolvers()
    for (const type of pending) {
      pending.delete(type)
      yield { type }
    }
    if (pending.size === 0 && !ended.signal.aborted) await more.promise
  }
}
