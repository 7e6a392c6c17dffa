import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { CHANGE_KINDS, type ChangeEvent, type ChangeKind } from '@ninesixteen/shared/api/events'
import type { Tx } from './db.ts'

/** The channel on which triggers report changes of a user's data: `{"userId": ..., "what": "posts"}`. */
const PERSON_CHANGED = 'person_changed'

export type Changed = ChangeEvent['type']

export interface ChangeEvents {
  /**
   * Calls back when something of this user's has changed, debounced by kind. `all` means that changes may have been missed: before
   * listening began, or while its connection was lost. `ended` is called on shutdown, and when a session of the user has ended.
   */
  subscribe(topic: Topic, changed: (change: Changed) => void, ended?: () => void): () => void
}

/** Subscribes, instead of to a user, to posts and background jobs of all users that may be due. */
export const POSTS_DUE = Symbol('posts due')
export const JOBS_DUE = Symbol('jobs due')
/** Runs that are queued, or were cancelled. */
export const RUNS_DUE = Symbol('runs due')
/** Outgoing webhooks that were recorded. */
export const WEBHOOKS_DUE = Symbol('webhooks due')
/** Changes of instance settings by an operator. */
export const SETTINGS_CHANGED = Symbol('settings changed')
/** Renders that are queued or abandoned, and renders that are done. */
export const RENDERS_DUE = Symbol('drawings due')
export const RENDERS_DONE = Symbol('drawings done')
/** The channels of these topics. */
const DUE = new Map<string, Topic>([
  ['posts_due', POSTS_DUE],
  ['jobs_due', JOBS_DUE],
  ['runs_due', RUNS_DUE],
  ['webhooks_due', WEBHOOKS_DUE],
  ['settings_changed', SETTINGS_CHANGED],
  ['drawings_due', RENDERS_DUE],
  ['drawings_done', RENDERS_DONE],
])
/** Requests to stop a generation of this user's that another process runs. */
export const runsOf = (userId: string): string => `runs of ${userId}`
/** A subscription's topic. */
export type Topic =
  | string
  | typeof POSTS_DUE
  | typeof JOBS_DUE
  | typeof RUNS_DUE
  | typeof WEBHOOKS_DUE
  | typeof SETTINGS_CHANGED
  | typeof RENDERS_DUE
  | typeof RENDERS_DONE

export interface Listening extends ChangeEvents {
  close(): Promise<void>
}

/** Overrides for tests. Times in milliseconds. */
export interface ListenLimits {
  /** Minimum pause between two callbacks. */
  pauseMs: number
  /** Delay after a lost connection; doubles with each failure, up to the maximum. */
  firstRetryMs: number
  maxRetryMs: number
  /** Interval and timeout of the keep-alive query. */
  keepAliveMs: number
  queryTimeoutMs: number
}

const BOUNDS: ListenLimits = { pauseMs: 200, firstRetryMs: 100, maxRetryMs: 30_000, keepAliveMs: 30_000, queryTimeoutMs: 10_000 }

/** Pause between two looks for due runs, which should begin at once. */
const RUNS_PAUSE_MS = 10

/** Sessions of the user have ended: subscribers check their own permission again. */
const SESSIONS = 'sessions'
/** Runs of the user changed, and generations that another process writes may have been stopped. */
const RUNS = 'runs' satisfies ChangeKind
const payloadSchema = z.strictObject({ userId: z.string().min(1).max(100), what: z.enum([...CHANGE_KINDS, SESSIONS]) })

/** Notifies the process that runs a generation of this user that it was stopped, once the transaction commits. */
export async function notifyRuns(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${PERSON_CHANGED}, ${JSON.stringify({ userId, what: RUNS })})`)
}

/** Notifies all workers of due or cancelled runs, once the transaction commits. */
export async function notifyRunsDue(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify('runs_due', '')`)
}

/** Subscribers to one user's changes, and the changes not delivered yet. */
interface Listeners {
  subscribers: Set<{ changed(change: Changed): void; ended?: (() => void) | undefined }>
  pending: Set<Changed>
  pause: NodeJS.Timeout | null
  /** Minimum pause between two callbacks, in milliseconds. */
  pauseMs: number
}

/**
 * This process's one connection for NOTIFY, which reports changes by any process. It opens with the first subscriber and reconnects for as
 * long as needed; subscribers then get `all`, since changes may have been missed.
 */
export function createListen(connection: pg.PoolConfig, log: Logger, bounds: Partial<ListenLimits> = {}): Listening {
  const limits = { ...BOUNDS, ...bounds }
  const topics = new Map<Topic, Listeners>()
  const closing = new AbortController()
  let running: Promise<void> | null = null

  function publish(topic: Topic, change: Changed): void {
    const listeners = topics.get(topic)
    if (!listeners) return
    listeners.pending.add(change)
    if (!listeners.pause) deliver(listeners)
  }

  function deliver(listeners: Listeners): void {
    const all = [...listeners.pending]
    listeners.pending.clear()
    for (const change of all.includes('all') ? (['all'] as const) : all) {
      for (const { changed } of listeners.subscribers) changed(change)
    }
    listeners.pause = setTimeout(() => {
      listeners.pause = null
      if (listeners.pending.size > 0) deliver(listeners)
    }, listeners.pauseMs)
    listeners.pause.unref()
  }

  function onNotification({ channel, payload }: pg.Notification): void {
    const due = DUE.get(channel)
    if (due) return publish(due, 'posts')
    const parsed = payloadSchema.safeParse(parsedJson(payload))
    if (!parsed.success) return log.warn({ channel }, 'Unknown NOTIFY payload')
    const { userId, what } = parsed.data
    if (what === RUNS) publish(runsOf(userId), 'all')
    if (what !== SESSIONS) return publish(userId, what)
    for (const { ended } of topics.get(userId)?.subscribers ?? []) ended?.()
  }

  const run = async (): Promise<void> => {
    let failures = 0
    const onStart = (): void => {
      if (failures > 0) log.info('Change listener reconnected')
      failures = 0
      for (const topic of topics.keys()) publish(topic, 'all')
    }
    while (!closing.signal.aborted) {
      const reason = await listenOnce({ connection, limits, signal: closing.signal, onNotification, onStart })
      if (closing.signal.aborted) return
      if (failures === 0) log.warn({ reason }, 'Change listener connection lost')
      const waitMs = Math.min(limits.maxRetryMs, limits.firstRetryMs * 2 ** failures)
      failures = Math.min(failures + 1, 20)
      // Shutdown aborts the wait.
      await wait(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    subscribe(topic, changed, ended) {
      if (closing.signal.aborted) {
        ended?.()
        return () => undefined
      }
      running ??= run()
      const pauseMs = topic === RUNS_DUE ? RUNS_PAUSE_MS : limits.pauseMs
      const listeners = topics.get(topic) ?? { subscribers: new Set(), pending: new Set(), pause: null, pauseMs }
      topics.set(topic, listeners)
      const call = { changed, ended }
      listeners.subscribers.add(call)
      return () => {
        if (!listeners.subscribers.delete(call) || listeners.subscribers.size > 0) return
        if (listeners.pause) clearTimeout(listeners.pause)
        topics.delete(topic)
      }
    },
    async close() {
      closing.abort()
      const subscribers = [...topics.values()].flatMap((listeners) => [...listeners.subscribers])
      for (const { pause } of topics.values()) if (pause) clearTimeout(pause)
      topics.clear()
      for (const { ended } of subscribers) ended?.()
      await running
    },
  }
}

function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

interface ListenOnce {
  connection: pg.PoolConfig
  limits: ListenLimits
  signal: AbortSignal
  onNotification(notification: pg.Notification): void
  onStart(): void
}

/** Listens until the connection is lost or the signal aborts; returns the reason. */
async function listenOnce({ connection, limits, signal, onNotification, onStart }: ListenOnce): Promise<string> {
  const client = new pg.Client({
    ...connection,
    application_name: 'ninesixteen changes',
    connectionTimeoutMillis: limits.queryTimeoutMs,
    // A server that vanished silently never responds.
    query_timeout: limits.queryTimeoutMs,
    keepAlive: true,
  })
  const over = Promise.withResolvers<string>()
  const lost = (error?: Error): void => over.resolve(error?.message ?? 'connection closed')
  client.on('error', lost)
  client.on('end', lost)
  client.on('notification', onNotification)
  const stop = (): void => over.resolve('stopped')
  signal.addEventListener('abort', stop)
  let beat: NodeJS.Timeout | undefined
  const opening = async (): Promise<void> => {
    await client.connect()
    await client.query([PERSON_CHANGED, ...DUE.keys()].map((name) => `listen ${name}`).join('; '))
    if (!signal.aborted) onStart()
    const keepAlive = (): void => {
      beat = setTimeout(() => void client.query('select 1').then(keepAlive, lost), limits.keepAliveMs)
      beat.unref()
    }
    keepAlive()
  }
  opening().catch(lost)
  const reason = await over.promise
  clearTimeout(beat)
  signal.removeEventListener('abort', stop)
  close(client, limits.queryTimeoutMs)
  return reason
}

/** Ends in the background: a connection that doesn't respond is cut after its timeout. */
function close(client: pg.Client, timeoutMs: number): void {
  const broken = setTimeout(() => client.connection.stream.destroy(), timeoutMs)
  broken.unref()
  client.end().then(
    () => clearTimeout(broken),
    () => clearTimeout(broken),
  )
}
