import type { GenerateEvent, GenerateRequest } from '@ninesixteen/shared/api/generate'
import { AppError } from '@ninesixteen/shared/errors'
import { requireQuota } from '../storage/storage-quota.ts'
import type { Random } from '@ninesixteen/shared/slide/backgrounds'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { runsOf, type ChangeEvents } from '../db/listen.ts'
import type { BlogBackgrounds } from '../connections/backgrounds.ts'
import type { AiForUser } from '../connections/own-ai.ts'
import { admitCall, allowanceOf } from './allowance.ts'
import { createEventLog, type EventLog } from './event-log.ts'
import { followGeneration } from './follow-generation.ts'
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
import { chatRequest, writeSlideshow } from './write-slideshow.ts'

/** How often a run shows that it is alive, and after how long of silence it is given up. */
const ALIVE_EVERY_MS = 10_000
/** How often every process looks for those of processes that are gone: within a minute they are closed. */
const LOOK_EVERY_MS = 10_000
/** How long a run waits for a database that is away, in milliseconds. One that is restarted is back before. */
const BACK_MS = 20_000
/** How long the events of a finished run are kept for a page that reloads. */
const REMEMBER_MS = 10 * 60_000

/** Slideshows being written. They belong to the server: a page may leave and come back. */
export interface Generations {
  /** Checks and starts; throws an AppError before anything is written. The events begin with `project`. */
  start(
    userId: string,
    request: GenerateRequest,
  ): Promise<{ projectId: string; events(signal: AbortSignal): AsyncGenerator<GenerateEvent, void> }>
  /** Events so far, then live; throws NOT_FOUND when the project is not this person's. */
  follow(userId: string, projectId: string, signal: AbortSignal): AsyncGenerator<GenerateEvent, void>
  /** Stops the model and keeps what is written. False when it was over already; throws NOT_FOUND when the project is not this person's. */
  cancel(userId: string, projectId: string): Promise<boolean>
  /** Puts right what a crash left behind, now and from time to time. */
  recover(): Promise<number>
  /** Stops all runs and waits until their projects are at rest. */
  close(): Promise<void>
}

interface Run {
  userId: string
  log: EventLog
  stop: AbortController
  finished: Promise<void>
}

interface Log {
  info(facts: Record<string, unknown>, text: string): void
  warn(facts: Record<string, unknown>, text: string): void
  error(facts: Record<string, unknown>, text: string): void
}

export interface GenerationsParts {
  config: Pick<Config, 'databaseUrl' | 'aiPatience'>
  settings: Pick<InstanceSettings, 'now'>
  db: Db
  changes: ChangeEvents
  aiOf: AiForUser
  backgrounds: BlogBackgrounds
  log: Log
  /** For the choice of photos. */
  random?: Random
  /** How long a run waits for a database that is away, in milliseconds. */
  backMs?: number
}

export function createGenerations({
  config,
  settings,
  db,
  changes,
  aiOf,
  backgrounds,
  log,
  random = Math.random,
  backMs = BACK_MS,
}: GenerationsParts): Generations {
  const runs = new Map<string, Run>()
  const timers = new Set<NodeJS.Timeout>()
  const closing = new AbortController()

  /** Repeats or delays without keeping the process alive. */
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
      // The next beat tries again; a run whose database stays away ends at its next slide.
      log.warn({ err: error, projectId }, 'A run could not show that it is alive')
    }
  }

  /** As soon as the database is back, so that the project is not taken for one that is still written. */
  async function closeLater(userId: string, projectId: string): Promise<void> {
    try {
      await retryUntilAvailable(() => closeProject(db, userId, { projectId, ending: 'database' }), {
        waitMs: Infinity,
        signal: closing.signal,
      })
    } catch (error) {
      // The next start puts it right.
      log.warn({ err: error, projectId }, 'A slideshow is left open')
    }
  }

  /** A run of another process, which is told that its project is closed. */
  async function stopElsewhere(userId: string, projectId: string): Promise<boolean> {
    const project = await readProject(db, userId, { projectId, from: 1 })
    if (!project) throw new AppError('NOT_FOUND')
    if (project.status !== 'generating') return false
    await closeFromAnotherProcess(db, userId, { projectId, ending: 'cancelled' })
    return true
  }

  async function execute(run: Run, projectId: string, work: (signal: AbortSignal) => Promise<AppError | null>): Promise<void> {
    const stopBeating = later(() => void stayAlive(run.userId, projectId, run.stop), ALIVE_EVERY_MS, true)
    const stopListening = changes.subscribe(runsOf(run.userId), () => void stayAlive(run.userId, projectId, run.stop))
    const stopWaiting = later(() => run.stop.abort(new AppError('AI_LATE')), config.aiPatience.whole, false)
    const begun = performance.now()
    try {
      const failure = await withSpan({ name: 'write slideshow', kind: 'internal' }, async (note) => {
        const ended = await work(run.stop.signal)
        note({ attributes: { 'ninesixteen.outcome': ended?.code ?? 'done' } })
        return ended
      })
      const facts = { projectId, ms: Math.round(performance.now() - begun), outcome: failure?.code ?? 'done' }
      emit('generation-ended', { outcome: facts.outcome, seconds: secondsSince(begun) })
      if (failure?.code === 'INTERNAL') log.error({ ...facts, err: failure.cause }, 'A slideshow failed')
      else log.info(facts, 'A slideshow was written')
    } catch (error) {
      log.error({ err: error, projectId }, 'A slideshow could not be closed')
      emit('generation-ended', { outcome: 'left open', seconds: secondsSince(begun) })
      // From now on only the database says what became of it.
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
    async start(userId, request) {
      if (closing.signal.aborted) throw new AppError('UNAVAILABLE')
      const begun = performance.now()
      const ai = await aiOf(userId)
      // One transaction: whoever is refused at any point has neither a project nor anything counted.
      const { order, costs, projectId } = await db.asUser(userId, async (tx) => {
        const taken = await readGenerationRequest(tx, userId, { request, models: ai })
        const call = chatRequest(taken)
        // Its slides are written one by one, without being asked again.
        await requireQuota(tx, userId, { bytes: 0, quota: settings.now().storageQuota })
        const open = await openProject(tx, userId, taken.project)
        const cost = call && {
          messages: call.messages,
          maxTokens: call.maxTokens,
          dailyTokens: ai.dailyTokens,
          visitors: ai.visitors,
        }
        if (cost) await admitCall(tx, userId, cost)
        return { order: taken, costs: cost, projectId: open }
      })
      const allowance = costs && allowanceOf(db, userId, costs)
      const run: Run = { userId, log: createEventLog(), stop: new AbortController(), finished: Promise.resolve() }
      runs.set(projectId, run)
      emit('generation-begun', {})
      run.log.add({ type: 'project', projectId, title: order.project.title, wanted: order.plan.total, model: order.model })
      run.finished = execute(run, projectId, (signal) =>
        writeSlideshow(
          { db, chat: ai.chat, random, backgrounds, log, backMs },
          { userId, projectId, order, allowance, signal, send: measuringFirstSlide(begun, run.log.add) },
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
            log.warn({ err: error }, 'Abandoned slideshows could not be put right'),
          ),
        LOOK_EVERY_MS,
        true,
      )
      // With the private database this is the only process: whatever is still being written, nobody writes.
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

/** The time that a person who asked for slides waits for the first of them. */
function measuringFirstSlide(begun: number, send: (event: GenerateEvent) => void): (event: GenerateEvent) => void {
  return (event) => {
    if (event.type === 'slide' && event.index === 0) emit('first-slide', { seconds: secondsSince(begun) })
    send(event)
  }
}
