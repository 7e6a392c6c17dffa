import type { GenerateEvent, GenerateRequest } from '@ninesixteen/shared/api/generate'
import { AppError } from '@ninesixteen/shared/errors'
import { requireQuota } from '../storage/storage-quota.ts'
import type { Random } from '@ninesixteen/shared/slide/backgrounds'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { runsOf, type ChangeEvents } from '../db/listen.ts'
import type { BlogBackgrounds } from '../connections/backgrounds.ts'
import type { FindBackgrounds } from '../photos/found-backgrounds.ts'
import { photoMapsOf, type PhotoMapSource } from '../photos/photo-maps.ts'
import type { AiForUser } from '../connections/own-ai.ts'
import { acquireAllowance, admitCall, allowanceOf } from './ai-quota.ts'
import { createEventLog, type EventLog } from './event-log.ts'
import { followGeneration } from './follow-generation.ts'
import type { ChatRequest } from '../providers/openai/chat.ts'
import { readGenerationRequest } from './generation-request.ts'
import { retryUntilAvailable } from '../db/retry-until-available.ts'
import { secondsSince, emit } from '../telemetry/telemetry.ts'
import { withSpan } from '../telemetry/spans.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import {
  closeAbandoned,
  closeFromAnotherProcess,
  closeProject,
  keepAlive,
  openProject,
  readProject,
  HEARTBEAT_TIMEOUT_SECONDS,
} from './generation-rows.ts'
import { UNREQUESTED_PHOTO_MS } from './slideshow-photos.ts'
import { chatRequest, writeSlideshow } from './write-slideshow.ts'

/** Heartbeat interval of a generation, in milliseconds. */
const ALIVE_EVERY_MS = 10_000
/** Interval at which every process looks for generations of dead ones, which are closed within a minute. */
const RECOVERY_INTERVAL_MS = 10_000
/** How long a generation waits for an unreachable database, in milliseconds: longer than a restart takes. */
const BACK_MS = 20_000
/** How long the events of a finished generation stay in memory for a page that reloads. */
const REMEMBER_MS = 10 * 60_000

/** Running generations. They belong to the server: a page may leave and come back. */
export interface Generations {
  /**
   * Validates and starts; throws an AppError before anything is written. The first event is `project`. `id` is the project's, of a caller that may
   * ask again. `isCompanyOnly` keeps photos of other companies out.
   */
  start(
    userId: string,
    request: GenerateRequest,
    options?: { id?: string; isCompanyOnly?: boolean },
  ): Promise<{ projectId: string; events(signal: AbortSignal): AsyncGenerator<GenerateEvent, void> }>
  /** Past events, then live ones; throws NOT_FOUND if the project isn't this user's. */
  follow(userId: string, projectId: string, signal: AbortSignal): AsyncGenerator<GenerateEvent, void>
  /** Stops the model and saves what exists. False if already finished; throws NOT_FOUND if the project isn't this user's. */
  cancel(userId: string, projectId: string): Promise<boolean>
  /** Closes generations after a crash, now and periodically. */
  recover(): Promise<number>
  /** Stops all generations and waits until their projects are closed. */
  close(): Promise<void>
}

interface Run {
  userId: string
  log: EventLog<GenerateEvent>
  stop: AbortController
  finished: Promise<void>
}

interface Log {
  info(facts: Record<string, unknown>, text: string): void
  warn(facts: Record<string, unknown>, text: string): void
  error(facts: Record<string, unknown>, text: string): void
}

export interface GenerationsParts {
  config: Pick<Config, 'databaseUrl' | 'aiTimeouts'>
  settings: Pick<InstanceSettings, 'now'>
  db: Db
  changes: ChangeEvents
  aiOf: AiForUser
  backgrounds: BlogBackgrounds
  findBackgrounds: FindBackgrounds
  store: PhotoMapSource['store']
  codec: PhotoMapSource['codec']
  log: Log
  /** For the choice of photos. */
  random?: Random
  /** How long a generation waits for an unreachable database, in milliseconds. */
  databaseWaitMs?: number
  /** How long a slide waits for a photo that the user did not ask to search, in milliseconds. */
  photoWaitMs?: number
}

export function createGenerations({
  config,
  settings,
  db,
  changes,
  aiOf,
  backgrounds,
  findBackgrounds,
  store,
  codec,
  log,
  random = Math.random,
  databaseWaitMs = BACK_MS,
  photoWaitMs = UNREQUESTED_PHOTO_MS,
}: GenerationsParts): Generations {
  const photoMaps = (userId: string, paths: readonly string[]) => photoMapsOf({ db, store, codec, log }, userId, paths)
  const runs = new Map<string, Run>()
  const timers = new Set<NodeJS.Timeout>()
  const closing = new AbortController()

  /** A timer that doesn't keep the process alive. */
  function later(work: () => void, ms: number, isRepeated: boolean): () => void {
    const timer = isRepeated ? setInterval(work, ms) : setTimeout(work, ms)
    timer.unref()
    timers.add(timer)
    return () => {
      clearTimeout(timer)
      timers.delete(timer)
    }
  }

  async function stayAlive(userId: string, projectId: string, stop: AbortController): Promise<void> {
    try {
      if (!(await keepAlive(db, userId, projectId))) stop.abort(new AppError('AI_CANCELLED'))
    } catch (error) {
      // The next heartbeat tries again; if the database stays away, the generation ends at its next slide.
      log.warn({ err: error, projectId }, 'Generation heartbeat failed')
    }
  }

  /** Closes the project as soon as the database is back, so that it doesn't seem to be running. */
  async function closeLater(userId: string, projectId: string): Promise<void> {
    try {
      await retryUntilAvailable(() => closeProject(db, userId, { projectId, outcome: 'database' }), {
        waitMs: Infinity,
        signal: closing.signal,
      })
    } catch (error) {
      // The next start closes it.
      log.warn({ err: error, projectId }, 'Generation left open')
    }
  }

  /** Stops a generation of another process, which is notified. */
  async function stopElsewhere(userId: string, projectId: string): Promise<boolean> {
    const project = await readProject(db, userId, { projectId, from: 1 })
    if (!project) throw new AppError('NOT_FOUND')
    if (project.status !== 'generating') return false
    await closeFromAnotherProcess(db, userId, { projectId, outcome: 'cancelled' })
    return true
  }

  async function execute(run: Run, projectId: string, work: (signal: AbortSignal) => Promise<AppError | null>): Promise<void> {
    const stopBeating = later(() => void stayAlive(run.userId, projectId, run.stop), ALIVE_EVERY_MS, true)
    const stopListening = changes.subscribe(runsOf(run.userId), () => void stayAlive(run.userId, projectId, run.stop))
    const stopWaiting = later(() => run.stop.abort(new AppError('AI_LATE')), config.aiTimeouts.whole, false)
    const startedAt = performance.now()
    try {
      const failure = await withSpan({ name: 'write slideshow', kind: 'internal' }, async (note) => {
        const ended = await work(run.stop.signal)
        note({ attributes: { 'ninesixteen.outcome': ended?.code ?? 'done' } })
        return ended
      })
      const facts = { projectId, ms: Math.round(performance.now() - startedAt), outcome: failure?.code ?? 'done' }
      emit('generation-ended', { outcome: facts.outcome, seconds: secondsSince(startedAt) })
      if (failure?.code === 'INTERNAL') log.error({ ...facts, err: failure.cause }, 'Generation failed')
      else log.info(facts, 'Generation finished')
    } catch (error) {
      log.error({ err: error, projectId }, 'Generation could not be closed')
      emit('generation-ended', { outcome: 'left open', seconds: secondsSince(startedAt) })
      // From now on, the outcome is in the database.
      runs.delete(projectId)
      void closeLater(run.userId, projectId)
    } finally {
      stopBeating()
      stopListening()
      stopWaiting()
      later(() => runs.delete(projectId), REMEMBER_MS, false)
    }
  }

  return {
    async start(userId, request, { id, isCompanyOnly = false } = {}) {
      if (closing.signal.aborted) throw new AppError('UNAVAILABLE')
      const startedAt = performance.now()
      const ai = await aiOf(userId)
      // One transaction: a rejected request leaves neither a project nor a reservation.
      const { order, costs, projectId } = await db.asUser(userId, async (tx) => {
        const validated = await readGenerationRequest(tx, userId, { request, models: ai, isCompanyOnly })
        const call = chatRequest(validated)
        const open = await openProject(tx, userId, { ...validated.project, ...(id !== undefined && { id }) })
        // Its slides are saved one by one, without further quota checks. Like them, this locks the project first and the storage sum second.
        await requireQuota(tx, userId, { bytes: 0, quota: settings.now().storageQuota })
        const cost = call && {
          messages: call.messages,
          maxTokens: call.maxTokens,
          dailyTokens: ai.dailyTokens,
          visitors: ai.visitors,
        }
        if (cost) await admitCall(tx, userId, cost)
        return { order: validated, costs: cost, projectId: open }
      })
      const allowance = costs && allowanceOf(db, userId, costs)
      const { dailyTokens, visitors } = ai
      const admit = ({ messages, maxTokens }: ChatRequest) => acquireAllowance(db, userId, { messages, maxTokens, dailyTokens, visitors })
      const run: Run = { userId, log: createEventLog(), stop: new AbortController(), finished: Promise.resolve() }
      runs.set(projectId, run)
      emit('generation-begun', {})
      run.log.add({ type: 'project', projectId, title: order.project.title, wanted: order.plan.total, model: order.model })
      run.finished = execute(run, projectId, (signal) =>
        writeSlideshow(
          { db, chat: ai.chat, random, backgrounds, findBackgrounds, photoMaps, log, databaseWaitMs, photoWaitMs },
          { userId, projectId, order, allowance, admit, signal, send: measuringFirstSlide(startedAt, run.log.add) },
        ),
      )
      return { projectId, events: (signal) => run.log.read(signal) }
    },

    async *follow(userId, projectId, signal) {
      const run = runs.get(projectId)
      if (run && run.userId === userId) yield* run.log.read(signal)
      else yield* followGeneration({ db, userId, projectId, model: (await aiOf(userId)).model }, signal)
    },

    async cancel(userId, projectId) {
      const run = runs.get(projectId)
      if (run && run.userId === userId) {
        if (run.log.isOver) return false
        run.stop.abort(new AppError('AI_CANCELLED'))
        await run.finished
        return true
      }
      return stopElsewhere(userId, projectId)
    },

    async recover() {
      later(
        () =>
          void closeAbandoned(db, HEARTBEAT_TIMEOUT_SECONDS).catch((error: unknown) =>
            log.warn({ err: error }, 'Closing abandoned generations failed'),
          ),
        RECOVERY_INTERVAL_MS,
        true,
      )
      // With the embedded database this is the only process, so all open generations are abandoned.
      return closeAbandoned(db, config.databaseUrl === null ? -1 : HEARTBEAT_TIMEOUT_SECONDS)
    },

    async close() {
      closing.abort()
      for (const run of runs.values()) run.stop.abort(new AppError('AI_STOPPED'))
      await Promise.all([...runs.values()].map((run) => run.finished))
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Measures the time until the first slide. */
function measuringFirstSlide(startedAt: number, send: (event: GenerateEvent) => void): (event: GenerateEvent) => void {
  return (event) => {
    if (event.type === 'slide' && event.index === 0) emit('first-slide', { seconds: secondsSince(startedAt) })
    send(event)
  }
}
