import type { PostsVerdict } from '@ninesixteen/server/testing/verify-posts'
import { atMost, type BenchTable } from '../table.ts'
import type { Fault } from './faults.ts'
import type { Record, UserError } from './record.ts'

export interface Findings {
  posts: number
  verdict: PostsVerdict
  lost: string[]
  record: Record
  faults: Fault[]
  /** Seconds that a process continues to serve after SIGTERM, before it shuts down. */
  drainSeconds: number
}

/** Milliseconds after recovery in which users can notice a fault, because the balancer polls and connections must be reopened. */
const RECONNECT_MS = 5_000
/** Maximum seconds of a shutdown after the drain time. */
const SHUTDOWN_SECONDS = 30
/** Posts that may fail with an error: in chaos mode, the sandbox sometimes refuses all five attempts. */
const FAILED_MAX = 0.005

/** The last fault during which the error occurred; null without one. */
export function faultOf({ startedAt, at }: UserError, faults: readonly Fault[]): Fault | null {
  return faults.findLast((fault) => fault.isNoticeable && at >= fault.startedAt && startedAt <= fault.recoveredAt + RECONNECT_MS) ?? null
}

/** The results as tables with gates. */
export function judge({ posts, verdict, lost, record, faults, drainSeconds }: Findings): BenchTable[] {
  const { errors, done } = record
  const withoutMessage = errors.filter(({ message }) => message === null)
  const outsideFaults = errors.filter((error) => faultOf(error, faults) === null)
  return [
    {
      title: 'Events',
      columns: ['fault', 'recovered after', 'users continue after', 'errors', 'longest request', 'unit'],
      rows: faults.map((fault) => faultRow(fault, record, faults)),
      gates: [
        atMost('errors outside of a fault', { value: outsideFaults.length, limit: 0, unit: 'errors' }),
        atMost('errors without a message', { value: withoutMessage.length, limit: 0, unit: 'errors' }),
        atMost('longest shutdown of a process', {
          value: seconds(Math.max(0, ...faults.map((fault) => fault.longestShutdown))),
          limit: drainSeconds + SHUTDOWN_SECONDS,
          unit: 's',
        }),
      ],
    },
    {
      title: 'Acknowledged writes and posts',
      columns: ['what', 'times'],
      rows: [
        ...[...done].map(([what, times]) => [what, times]),
        ['posts published', verdict.published],
        ['posts with an unknown outcome', verdict.unconfirmed],
        ['posts that failed', verdict.failures.length],
      ],
      gates: [
        atMost('acknowledged writes lost', { value: lost.length, limit: 0, unit: 'times' }),
        atMost('duplicated posts', { value: verdict.duplicated.length, limit: 0, unit: 'posts' }),
        atMost('posts lost', { value: verdict.lost.length + Math.abs(posts - verdict.posts), limit: 0, unit: 'posts' }),
        atMost('wrongly reported posts', { value: verdict.contradicted.length, limit: 0, unit: 'posts' }),
        atMost('posts that failed', { value: verdict.failures.length, limit: Math.floor(posts * FAILED_MAX), unit: 'posts' }),
      ],
    },
  ]
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10

function faultRow(fault: Fault, { errors, acknowledged }: Record, faults: readonly Fault[]): (string | number)[] {
  const unexpected = !fault.isNoticeable
    ? errors.filter((error) => error.startedAt >= fault.startedAt && error.at <= fault.recoveredAt)
    : []
  const faultErrors = [...unexpected, ...errors.filter((error) => faultOf(error, faults) === fault)]
  const nextAcknowledged = acknowledged.filter(({ startedAt }) => startedAt >= fault.startedAt).map(({ at }) => at)
  const resumedAfter = nextAcknowledged.length === 0 ? Number.NaN : Math.min(...nextAcknowledged) - fault.startedAt
  const during = acknowledged.filter(({ startedAt, at }) => at >= fault.startedAt && startedAt <= fault.recoveredAt + RECONNECT_MS)
  const longest = Math.max(0, ...during.map(({ startedAt, at }) => at - startedAt))
  return [fault.name, seconds(fault.recoveredAt - fault.startedAt), seconds(resumedAfter), faultErrors.length, seconds(longest), 's']
}

/** One line per problem, with equal ones grouped. */
export function reportFindings({ verdict, lost, record, faults }: Findings): string[] {
  const lineCounts = new Map<string, number>()
  for (const error of record.errors) {
    const where = faultOf(error, faults)?.name ?? 'WITHOUT A FAULT'
    const line = `${where}: ${error.action} was answered with ${error.status}: ${error.message ?? 'NO SENTENCE'}`
    lineCounts.set(line, (lineCounts.get(line) ?? 0) + 1)
  }
  const { duplicated, contradicted, failures } = verdict
  const posts = [...duplicated, ...verdict.lost, ...contradicted, ...failures].map((line) => `post: ${line}`)
  return [...[...lineCounts].map(([line, times]) => `${times} × ${line}`), ...lost.map((line) => `lost: ${line}`), ...posts]
}
