import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { bindRun, defineRun, type BoundRun, type Continue, type RunContext, type RunLimits, type RunRow } from '../runs/run-kind.ts'
import type { TestDatabase } from './database.ts'
import { addRun, allRuns, openRunProcess, type RunProcess } from './run-processes.ts'

const LIMITS: RunLimits = {
  perProcess: 2,
  perUser: 2,
  unfinishedPerUser: 100,
  retries: 2,
  retryAfter: 60,
  retryAfterMax: 300,
  retention: 3600,
}

export const countingKind = (limits: Partial<RunLimits> = {}) =>
  defineRun({
    name: 'count',
    input: z.object({ to: z.number() }),
    payload: z.null(),
    result: z.object({ counted: z.number() }),
    abandoned: 'UNAVAILABLE',
    limits: { ...LIMITS, ...limits },
  })
const kind = countingKind()

export type Count = RunContext<{ to: number }, null>
export type CountStep = (run: Count) => Promise<{ counted: number } | Continue>

export const countTo: CountStep = async ({ input: { to } }) => ({ counted: to })

export const untilAborted = ({ signal }: Count) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

export interface CountingRuns {
  /** Runs whose step began, in order. */
  started: Count[]
  /** Results that were released. */
  released: number[]
  /** Users and states of runs that ended. */
  ended: string[]
  /** Opens a process whose runs do this step. */
  open(step: CountStep, of?: typeof kind): RunProcess
  add(to: number, userId?: string, id?: string): Promise<RunRow>
  stateOf(id: string): Promise<RunRow | undefined>
  states(): Promise<RunRow['state'][]>
}

export function countingRuns(database: TestDatabase): CountingRuns {
  const [started, released, ended]: [Count[], number[], string[]] = [[], [], []]
  const bound = (step: CountStep, of: typeof kind): BoundRun[] => [
    bindRun(of, {
      step: (run) => {
        started.push(run)
        return step(run)
      },
      onEnd: async (_tx, { userId }, { state }) => void ended.push(`${userId} ${state}`),
      release: async (_userId, { counted }) => void released.push(counted),
    }),
  ]
  return {
    started,
    released,
    ended,
    open: (step, of = kind) => openRunProcess(database, bound(step, of)),
    add: (to, userId = 'ann', id = randomUUID()) => addRun(database, kind, { userId, input: { to }, id }),
    stateOf: async (id) => (await allRuns(database)).find((row) => row.id === id),
    states: async () => (await allRuns(database)).map(({ state }) => state),
  }
}
