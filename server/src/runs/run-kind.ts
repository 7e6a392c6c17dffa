import type { z } from 'zod'
import { AppError, ERRORS, type ErrorCode } from '@ninesixteen/shared/errors'
import type { Tx } from '../db/db.ts'
import type { RunFailure, runs } from '../db/schema-runs.ts'
import { parseMessage } from '../process-message.ts'

export type RunRow = typeof runs.$inferSelect

export interface RunLimits {
  /** Runs that one process works on at a time. */
  perProcess: number
  /** Runs of one user that all processes work on at a time. */
  perUser: number
  /** Runs that all processes work on at a time; by default as many as they have room for. */
  perInstance?: number
  /** Unfinished runs of one user. */
  unfinishedPerUser: number
  /** After how many seconds a user with too many may try again; by default 30. */
  unfinishedSeconds?: number
  /** Attempts after a failure that may pass, or after a process died; a step that continues has them all again. */
  retries: number
  /** Delay before the first retry, doubled with each further one up to the maximum, in seconds. */
  retryAfter: number
  retryAfterMax: number
  /** How long an ended run is stored, in seconds. */
  retention: number
}

/** A kind of long work. A run may be interrupted at any point and is then attempted again. */
export interface RunKind<Input = unknown, Payload = unknown, Result = unknown> {
  /** Stored with every run: it must not change. */
  name: string
  input: z.ZodType<Input>
  /** Large input that is deleted when the run ends. */
  payload: z.ZodType<Payload>
  result: z.ZodType<Result>
  /** The error of a run whose processes died too often. */
  abandoned: ErrorCode
  limits: RunLimits
}

export function defineRun<Input, Payload, Result>(kind: RunKind<Input, Payload, Result>): RunKind<Input, Payload, Result> {
  return kind
}

export interface Progress {
  done: number
  /** Null if unknown. */
  total: number | null
  /** The current work, for the user. */
  note?: string | null
}

/** A claimed run. */
export interface RunContext<Input, Payload> {
  id: string
  userId: string
  companyId: string | null
  projectId: string | null
  title: string
  input: Input
  payload: Payload
  createdAt: Date
  /** Claims so far, with this one. */
  attempt: number
  /** Aborted when the run was cancelled, when another process has it, and on shutdown. */
  signal: AbortSignal
  /** Stored and shown at most four times a second. */
  progress(progress: Progress): void
  /** A transaction as the run's user that commits only while this claim is the current one; throws Superseded otherwise. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Returned by a step that continues later: its process takes other runs meanwhile. */
export class Continue {
  readonly seconds: number
  /** Why it waits, for the user. */
  readonly note: string | null

  constructor(seconds: number, note: string | null = null) {
    this.seconds = seconds
    this.note = note
  }
}

/**
 * The outcome of an attempt: it ended the run (`done`, `failed for good`), leaves it to another attempt (`continues`, `failed`, `returned`
 * on shutdown or without a database), or was `superseded` by a cancellation or another process. `left` if that could not be stored.
 */
export type AttemptOutcome = 'done' | 'continues' | 'failed' | 'failed for good' | 'returned' | 'superseded' | 'left'

/** Returned by a step that failed for good: its error ends the run, whatever its status. */
export class Failed {
  readonly error: AppError

  constructor(error: AppError) {
    this.error = error
  }
}

/** The error of a failed run, which another version may have written. */
export function toAppError({ code, details }: RunFailure): AppError {
  return new AppError(code in ERRORS ? (code as ErrorCode) : 'INTERNAL', details)
}

/** How a run ends. */
export type Ending<Result> = { state: 'done'; result: Result } | { state: 'failed'; error: RunFailure } | { state: 'cancelled' }

/** The work of a kind. */
export interface RunWork<Input, Payload, Result> {
  /** Works to the end, or for a while. An error of the caller (4xx) ends the run; others are retried. */
  step(run: RunContext<Input, Payload>): Promise<Result | Continue | Failed>
  /** Runs in the transaction that ends a run, of its step, of its user, or of a process that found it abandoned. */
  onEnd?(tx: Tx, run: RunRow, ending: Ending<Result>): Promise<void>
  /** Runs at the process that worked on an attempt, once its outcome is stored. */
  onSettled?(row: RunRow, outcome: AttemptOutcome): Promise<void>
  /** Releases what a result holds outside of the database: of a run that is deleted, or that was cancelled before it ended. */
  release?(userId: string, result: Result): Promise<void>
  /** The result as the public API shows it; without this, programs see none. */
  publicResult?: (runId: string, result: Result) => Record<string, unknown>
}

/** A kind with its work. */
export interface BoundRun {
  kind: RunKind
  work: RunWork<unknown, unknown, unknown>
}

/** Binds the work of a kind. Values are parsed where they come from the database. */
export function bindRun<Input, Payload, Result>(kind: RunKind<Input, Payload, Result>, work: RunWork<Input, Payload, Result>): BoundRun {
  const { publicResult } = work
  return {
    kind,
    work: {
      step: (run) => work.step({ ...run, input: parseMessage(kind.input, run.input), payload: parseMessage(kind.payload, run.payload) }),
      ...(work.onEnd && { onEnd: (tx, run, ending) => work.onEnd?.(tx, run, ending as Ending<Result>) ?? Promise.resolve() }),
      ...(work.onSettled && { onSettled: (row, outcome) => work.onSettled?.(row, outcome) ?? Promise.resolve() }),
      ...(work.release && { release: (userId, result) => work.release?.(userId, kind.result.parse(result)) ?? Promise.resolve() }),
      ...(publicResult && { publicResult: (runId, result) => publicResult(runId, kind.result.parse(result)) }),
    },
  }
}
