import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { eq, gte, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Db } from '../db/db.ts'
import { processes } from '../db/schema-store.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import { nameStore } from '../storage/store/store-mark.ts'

/** Heartbeat interval, and the silence after which a process counts as dead. */
const BEAT_MS = 15_000
/** Interval of processes that render for others, whose loss must be noticed soon. */
const RENDERER_BEAT_MS = 5_000
const SILENT_SECONDS = 60
/** Serializes processes that start at once. */
const LOCK = 916_004

export interface JoinOptions {
  db: Db
  store: FileStore
  sealer: Pick<SecretBox, 'keyIds'>
  log: Logger
  /** Role of this process: `all`, `web` or `worker`. */
  role: string
  /** Whether it renders for other processes. */
  renders: boolean
}

export interface Membership {
  /** Null in a store that could not be marked. */
  id: string | null
  /** Stops rendering for other processes. */
  stopRendering(): Promise<void>
  leave(): Promise<void>
}

/**
 * Registers this process among those that share the database, until it leaves. Throws a ConfigError if another one uses a different store,
 * because each would miss, and in time delete, the other's files; also if another one doesn't accept this one's keys, because users would
 * be signed out by every other request.
 */
export async function joinCluster({ db, store, sealer, log, role, renders }: JoinOptions): Promise<Membership> {
  const [id, host] = [randomUUID(), hostname().slice(0, 200)]
  const { current, older } = sealer.keyIds
  const own = { id, role, host, sealsWith: current, opensWith: [current, ...older] }
  let isRendering = renders
  const marked = await db.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    // A full store, which could not be marked, still allows reading.
    const name = await nameStore(store)
    if (name === null) return null
    const others = await tx.select().from(processes).where(gte(processes.beatAt, silent))
    refuseOthers(others, { ...own, store: name })
    await tx.delete(processes).where(lt(processes.beatAt, silent))
    await tx.insert(processes).values({ ...own, store: name, renders })
    return name
  })
  if (marked === null) return { id: null, stopRendering: async () => undefined, leave: async () => undefined }
  const beat = async (): Promise<void> => {
    try {
      const entry = { ...own, store: marked, renders: isRendering }
      const now = { beatAt: sql`now()`, renders: isRendering }
      await db.asSystem((tx) => tx.insert(processes).values(entry).onConflictDoUpdate({ target: processes.id, set: now }))
    } catch (error) {
      // The next heartbeat tries again; the pool logs an unreachable database.
      log.debug({ err: error }, 'Heartbeat failed')
    }
  }
  const timer = setInterval(() => void beat(), renders ? RENDERER_BEAT_MS : BEAT_MS)
  timer.unref()
  return {
    id,
    async stopRendering() {
      isRendering = false
      await beat()
    },
    async leave() {
      clearInterval(timer)
      await db.asSystem((tx) => tx.delete(processes).where(eq(processes.id, id)))
    },
  }
}

const silent = sql`now() - make_interval(secs => ${SILENT_SECONDS})`

type Other = typeof processes.$inferSelect
type Own = Pick<Other, 'store'> & { sealsWith: string; opensWith: readonly string[] }

function refuseOthers(others: readonly Other[], own: Own): void {
  const elsewhere = others.find(({ store }) => store !== own.store)
  if (elsewhere)
    throw new ConfigError(`${describeMember(elsewhere)} uses another file store. Set the same STORAGE_URL for all processes, ${AFTER_KILL}`)
  const mismatched = others.find((other) => !acceptEachOther(other, own))
  if (!mismatched) return
  const orRotate = 'rotate it as described in "Key rotation" in docs/operations.md,'
  throw new ConfigError(
    `${describeMember(mismatched)} has another SECRET_KEY. Set the same one for all processes, ${orRotate} ${AFTER_KILL}`,
  )
}

/** Whether each process accepts the other's keys. Null is a process of a release before this check. */
function acceptEachOther({ sealsWith, opensWith }: Other, own: Own): boolean {
  if (sealsWith === null || opensWith === null) return true
  return own.opensWith.includes(sealsWith) && opensWith.includes(own.sealsWith)
}

const describeMember = ({ role, host }: Other): string => `Another process on this database (ROLE ${role} on ${host})`
const AFTER_KILL = `or, if that process was killed, start again in ${SILENT_SECONDS} seconds.`
