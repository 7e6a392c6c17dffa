import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Stage, Member } from './stage.ts'
import { until } from './until.ts'

/** A fault and its duration. Times are in milliseconds of this process. */
export interface Fault {
  name: string
  startedAt: number
  /** When the part worked again. Requests of users may still wait longer. */
  recoveredAt: number
  /** For an upgrade: the longest time a process took to stop, in milliseconds. */
  longestShutdown: number
  /** Whether users may notice the fault. */
  isNoticeable: boolean
}

export interface Schedule {
  stage: Stage
  signal: AbortSignal
  /** Pause before, between and after the faults. */
  quietMs: number
  storeOutageMs: number
  log(text: string): void
  /** Runs when all processes run this version. */
  onUpgraded(): Promise<void>
}

const RECOVERY_MS = 120_000
/** A dead part is restarted after this long, like by a supervisor. */
const SUPERVISOR_MS = 2_000

/** Injects all faults into the fleet, one after another. */
export async function injectFaults(schedule: Schedule): Promise<Fault[]> {
  const { stage, signal, quietMs, log } = schedule
  const faults: Fault[] = []
  const pause = () => wait(quietMs, undefined, { signal })
  const injectFault: InjectFault = async (name, work, isNoticeable = true) => {
    log(name)
    const startedAt = performance.now()
    const longestShutdown = (await work()) ?? 0
    const recoveredAt = performance.now()
    faults.push({ name, startedAt, recoveredAt, longestShutdown, isNoticeable })
    log(`${name}: over after ${((recoveredAt - startedAt) / 1000).toFixed(1)} s`)
    await pause()
  }
  await pause()
  const [first] = stage.members
  if (first?.release) {
    const { version, drains } = first.release
    await injectFault(`a rolling upgrade from ${version}`, () => replaceAll(schedule, upgrade), !drains)
    await schedule.onUpgraded()
  }
  if (stage.cluster) await killPrimary({ ...schedule, cluster: stage.cluster }, injectFault)
  const [web, worker] = [firstOf(stage, 'web'), firstOf(stage, 'worker')]
  await injectFault('a web process is killed', () => killMember(schedule, web))
  await injectFault('a worker process is killed', () => killMember(schedule, worker))
  await injectFault(`the file store is away for ${schedule.storeOutageMs / 1000} s`, async () => {
    await stage.stopStore()
    await wait(schedule.storeOutageMs, undefined, { signal })
    await stage.startStore()
  })
  await injectFault('the pooler restarts', async () => {
    await stage.pooler.restart()
    await untilWritable(schedule)
  })
  await injectFault('a rolling upgrade', () => replaceAll(schedule, replace), false)
  return faults
}

type InjectFault = (name: string, work: () => Promise<number | void>, isNoticeable?: boolean) => Promise<void>

async function killPrimary(
  { cluster, ...schedule }: Schedule & { cluster: NonNullable<Stage['cluster']> },
  injectFault: InjectFault,
): Promise<void> {
  const revived: Promise<void>[] = []
  await injectFault('the primary database is killed', async () => {
    const node = await cluster.killLeader()
    await untilWritable(schedule)
    revived.push(cluster.revive(node).then(() => schedule.log(`${node.name} follows the new leader`)))
  })
  await Promise.all(revived)
}

/** Waits until a write through the pooler succeeds. */
function untilWritable({ stage, signal }: Schedule): Promise<number> {
  const write = async (): Promise<boolean> => {
    const client = new pg.Client({ ...stage.pooled, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      // Writes no row, but waits for the second node like any write.
      await client.query("select pg_logical_emit_message(true, 'drill', 'beat')")
      return true
    } finally {
      void client.end().catch(() => undefined)
    }
  }
  return until(write, { condition: 'A database that takes writes', timeoutMs: RECOVERY_MS, signal })
}

async function killMember({ stage, signal }: Schedule, member: Member): Promise<void> {
  member.process.child.kill('SIGKILL')
  await member.process.ended
  await wait(SUPERVISOR_MS, undefined, { signal })
  await stage.restart(member)
}

async function replaceAll(schedule: Schedule, restart: typeof replace): Promise<number> {
  const shutdowns: number[] = []
  for (const member of schedule.stage.members) shutdowns.push(await restart(schedule, member))
  return Math.max(...shutdowns)
}

/** Replaces a process of a release that does not drain: the operator takes it out of the balancer first. */
async function upgrade(schedule: Schedule, member: Member): Promise<number> {
  const { stage, signal } = schedule
  if (member.role === 'web') await stage.serve(member, false)
  await wait(SUPERVISOR_MS, undefined, { signal })
  member.release = null
  const shutdownMs = await replace(schedule, member)
  if (member.role === 'web') await stage.serve(member, true)
  return shutdownMs
}

/** Restarts a process gracefully, as an upgrade does. Returns the duration of its shutdown in milliseconds. */
async function replace({ stage, signal }: Schedule, member: Member): Promise<number> {
  signal.throwIfAborted()
  const startedAt = performance.now()
  member.process.child.kill('SIGTERM')
  const code = await member.process.ended
  const shutdownMs = performance.now() - startedAt
  if (code !== 0) throw new Error(`${member.name} ended with ${code} when it was told to end:\n${member.process.output().slice(-2_000)}`)
  await stage.restart(member)
  // The balancer must notice the restarted process before the next one stops.
  await wait(SUPERVISOR_MS, undefined, { signal })
  return shutdownMs
}

function firstOf({ members }: Stage, role: Member['role']): Member {
  const member = members.find((candidate) => candidate.role === role)
  if (!member) throw new Error(`The fleet has no ${role}`)
  return member
}
