import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Stage, Member } from './stage.ts'
import { until } from './until.ts'

/** A fault, and until when users may notice it. Times in milliseconds of this process. */
export interface Fault {
  name: string
  begunAt: number
  /** When the part was back: the fault itself, without what users still wait for. */
  backAt: number
  /** For an upgrade: the longest time a process took to stop, in milliseconds. */
  longestEnd: number
  /** Whether users may notice it, in its time. */
  mayBeNoticed: boolean
}

export interface Schedule {
  stage: Stage
  signal: AbortSignal
  /** Without a fault, before, between and after them. */
  quietMs: number
  storeAwayMs: number
  tell(text: string): void
  /** When all processes run this version. */
  upgraded(): Promise<void>
}

const BACK_MS = 120_000
/** A dead part is restarted after this long, like by a supervisor. */
const SUPERVISOR_MS = 2_000

/** Everything that is done to the fleet, one thing after another. */
export async function strike(schedule: Schedule): Promise<Fault[]> {
  const { stage, signal, quietMs, tell } = schedule
  const faults: Fault[] = []
  const quiet = () => wait(quietMs, undefined, { signal })
  const during: During = async (name, work, mayBeNoticed = true) => {
    tell(name)
    const begunAt = performance.now()
    const longestEnd = (await work()) ?? 0
    const backAt = performance.now()
    faults.push({ name, begunAt, backAt, longestEnd, mayBeNoticed })
    tell(`${name}: over after ${((backAt - begunAt) / 1000).toFixed(1)} s`)
    await quiet()
  }
  await quiet()
  const [first] = stage.members
  if (first?.release) {
    const { version, leavesTime } = first.release
    await during(`a rolling upgrade from ${version}`, () => replaceAll(schedule, upgrade), !leavesTime)
    await schedule.upgraded()
  }
  if (stage.cluster) await killPrimary({ ...schedule, cluster: stage.cluster }, during)
  const [web, worker] = [firstOf(stage, 'web'), firstOf(stage, 'worker')]
  await during('a web process is killed', () => killMember(schedule, web))
  await during('a worker process is killed', () => killMember(schedule, worker))
  await during(`the file store is away for ${schedule.storeAwayMs / 1000} s`, async () => {
    await stage.stopStore()
    await wait(schedule.storeAwayMs, undefined, { signal })
    await stage.startStore()
  })
  await during('the pooler restarts', async () => {
    await stage.pooler.restart()
    await untilWritable(schedule)
  })
  await during('a rolling upgrade', () => replaceAll(schedule, replace), false)
  return faults
}

type During = (name: string, work: () => Promise<number | void>, mayBeNoticed?: boolean) => Promise<void>

async function killPrimary({ cluster, ...schedule }: Schedule & { cluster: NonNullable<Stage['cluster']> }, during: During): Promise<void> {
  const revived: Promise<void>[] = []
  await during('the primary database is killed', async () => {
    const node = await cluster.killLeader()
    await untilWritable(schedule)
    revived.push(cluster.revive(node).then(() => schedule.tell(`${node.name} follows the new leader`)))
  })
  await Promise.all(revived)
}

/** Until a write goes through the way that the product takes. */
function untilWritable({ stage, signal }: Schedule): Promise<number> {
  const write = async (): Promise<boolean> => {
    const client = new pg.Client({ ...stage.pooled, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      // Writes no row, and yet waits for the second node as any write does.
      await client.query("select pg_logical_emit_message(true, 'drill', 'beat')")
      return true
    } finally {
      void client.end().catch(() => undefined)
    }
  }
  return until(write, { what: 'A database that takes writes', mostMs: BACK_MS, signal })
}

async function killMember({ stage, signal }: Schedule, member: Member): Promise<void> {
  member.process.child.kill('SIGKILL')
  await member.process.ended
  await wait(SUPERVISOR_MS, undefined, { signal })
  await stage.restart(member)
}

async function replaceAll(schedule: Schedule, how: typeof replace): Promise<number> {
  const ends: number[] = []
  for (const member of schedule.stage.members) ends.push(await how(schedule, member))
  return Math.max(...ends)
}

/** The same for a release that leaves its balancer no time: the operator takes the process out first. */
async function upgrade(schedule: Schedule, member: Member): Promise<number> {
  const { stage, signal } = schedule
  if (member.role === 'web') await stage.serve(member, false)
  await wait(SUPERVISOR_MS, undefined, { signal })
  member.release = null
  const took = await replace(schedule, member)
  if (member.role === 'web') await stage.serve(member, true)
  return took
}

/** As an upgrade does: told to end, ends in order, and comes back. Gives the milliseconds that the end took. */
async function replace({ stage, signal }: Schedule, member: Member): Promise<number> {
  signal.throwIfAborted()
  const begun = performance.now()
  member.process.child.kill('SIGTERM')
  const code = await member.process.ended
  const took = performance.now() - begun
  if (code !== 0) throw new Error(`${member.name} ended with ${code} when it was told to end:\n${member.process.output().slice(-2_000)}`)
  await stage.restart(member)
  // The next one goes when the balancer has seen that this one is back.
  await wait(SUPERVISOR_MS, undefined, { signal })
  return took
}

function firstOf({ members }: Stage, role: Member['role']): Member {
  const member = members.find((it) => it.role === role)
  if (!member) throw new Error(`The fleet has no ${role}`)
  return member
}
