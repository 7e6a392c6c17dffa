import type { PostsVerdict } from '@ninesixteen/server/testing/judge-posts'
import { atMost, type BenchTable } from '../table.ts'
import type { Fault } from './faults.ts'
import type { Record, Trouble } from './record.ts'

export interface Findings {
  posts: number
  verdict: PostsVerdict
  lost: string[]
  record: Record
  faults: Fault[]
  /** How long a process goes on serving after it was told to end, before it drains. */
  drainSeconds: number
}

/** How long users can notice an event after recovery: the balancer checks at intervals, and connections have to be opened again. */
const AFTER_MS = 5_000
/** How long a process may take to end beside the time that it leaves the balancer. */
const DRAIN_SECONDS = 30
/** Posts that may fail with an error: in chaos mode, the sandbox sometimes refuses all five attempts. */
const FAILED_MAX = 0.005

/** The last fault in whose time it was; null for what happened without one. */
export function faultOf({ begunAt, at }: Trouble, faults: readonly Fault[]): Fault | null {
  return faults.findLast((fault) => fault.mayBeNoticed && at >= fault.begunAt && begunAt <= fault.backAt + AFTER_MS) ?? null
}

/** The results, and whether they are allowed. */
export function judge({ posts, verdict, lost, record, faults, drainSeconds }: Findings): BenchTable[] {
  const { troubles, done } = record
  const speechless = troubles.filter(({ sentence }) => sentence === null)
  const outside = troubles.filter((trouble) => faultOf(trouble, faults) === null)
  return [
    {
      title: 'Events',
      columns: ['fault', 'recovered after', 'users continue after', 'errors', 'longest request', 'unit'],
      rows: faults.map((fault) => faultRow(fault, record, faults)),
      gates: [
        atMost('errors outside of a fault', { value: outside.length, limit: 0, unit: 'errors' }),
        atMost('errors without a message', { value: speechless.length, limit: 0, unit: 'errors' }),
        atMost('longest shutdown of a process', {
          value: seconds(Math.max(0, ...faults.map((fault) => fault.longestEnd))),
          limit: drainSeconds + DRAIN_SECONDS,
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

function faultRow(fault: Fault, { troubles, acknowledged }: Record, faults: readonly Fault[]): (string | number)[] {
  const seen = !fault.mayBeNoticed ? troubles.filter((it) => it.begunAt >= fault.begunAt && it.at <= fault.backAt) : []
  const theirs = [...seen, ...troubles.filter((trouble) => faultOf(trouble, faults) === fault)]
  const next = acknowledged.filter(({ begunAt }) => begunAt >= fault.begunAt).map(({ at }) => at)
  const goesOn = next.length === 0 ? Number.NaN : Math.min(...next) - fault.begunAt
  const during = acknowledged.filter(({ begunAt, at }) => at >= fault.begunAt && begunAt <= fault.backAt + AFTER_MS)
  const longest = Math.max(0, ...during.map(({ begunAt, at }) => at - begunAt))
  return [fault.name, seconds(fault.backAt - fault.begunAt), seconds(goesOn), theirs.length, seconds(longest), 's']
}

/** One line per problem, with equal ones grouped. */
export function reportFindings({ verdict, lost, record, faults }: Findings): string[] {
  const told = new Map<string, number>()
  for (const trouble of record.troubles) {
    const where = faultOf(trouble, faults)?.name ?? 'WITHOUT A FAULT'
    const line = `${where}: ${trouble.doing} was answered with ${trouble.status}: ${trouble.sentence ?? 'NO SENTENCE'}`
    told.set(line, (told.get(line) ?? 0) + 1)
  }
  const { duplicated, contradicted, failures } = verdict
  const posts = [...duplicated, ...verdict.lost, ...contradicted, ...failures].map((line) => `post: ${line}`)
  return [...[...told].map(([line, times]) => `${times} × ${line}`), ...lost.map((line) => `lost: ${line}`), ...posts]
}
