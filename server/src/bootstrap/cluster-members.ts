import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { eq, gte, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Db } from '../db/db.ts'
import { processes } from '../db/schema-store.ts'
import type { Sealer } from '../secrets/sealed.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import { nameStore } from '../storage/store/store-mark.ts'

/** How often a process says that it is there, and after how long of silence it counts as gone. */
const BEAT_MS = 15_000
/** Of one that draws for others, who have to hear soon that it is gone. */
const DRAWING_BEAT_MS = 5_000
const SILENT_SECONDS = 60
/** Processes that start at once look at each other one after another. */
const LOCK = 916_004

export interface JoinOptions {
  db: Db
  store: FileStore
  sealer: Pick<Sealer, 'keyIds'>
  log: Logger
  /** What this process does: `all`, `web` or `worker`. */
  role: string
  /** Whether it draws what others ask for. */
  draws: boolean
}

export interface Membership {
  /** Null in a store that could not be marked. */
  id: string | null
  /** From now on others draw what this process was to draw. */
  drawNoMore(): Promise<void>
  leave(): Promise<void>
}

/**
 * Enters this process among those that share the database, until it leaves. Throws a ConfigError when one of them keeps its files in another
 * store: each would miss, and in time remove, what only the other has. Likewise when one does not take what the other seals and signs: people
 * would be signed out at every second call.
 */
export async function joinCluster({ db, store, sealer, log, role, draws }: JoinOptions): Promise<Membership> {
  const [id, host] = [randomUUID(), hostname().slice(0, 200)]
  const { current, older } = sealer.keyIds
  const own = { id, role, host, sealsWith: current, opensWith: [current, ...older] }
  let isDrawing = draws
  const marked = await db.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    // A full store, which could not be marked, is still good for reading.
    const name = await nameStore(store)
    if (name === null) return null
    const others = await tx.select().from(processes).where(gte(processes.beatAt, silent))
    refuseOthers(others, { ...own, store: name })
    await tx.delete(processes).where(lt(processes.beatAt, silent))
    await tx.insert(processes).values({ ...own, store: name, draws })
    return name
  })
  if (marked === null) return { id: null, drawNoMore: async () => undefined, leave: async () => undefined }
  const beat = async (): Promise<void> => {
    try {
      const entry = { ...own, store: marked, draws: isDrawing }
      const now = { beatAt: sql`now()`, draws: isDrawing }
      await db.asSystem((tx) => tx.insert(processes).values(entry).onConflictDoUpdate({ target: processes.id, set: now }))
    } catch (error) {
      // The next one comes; a database that is away is told of elsewhere.
      log.debug({ err: error }, 'This process could not say that it is there')
    }
  }
  const timer = setInterval(() => void beat(), draws ? DRAWING_BEAT_MS : BEAT_MS)
  timer.unref()
  return {
    id,
    async drawNoMore() {
      isDrawing = false
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
  if (elsewhere) throw new ConfigError(`${named(elsewhere)} keeps its files elsewhere: give all of them the same STORAGE_URL, ${ENDED}`)
  const strange = others.find((other) => !understand(other, own))
  if (!strange) return
  const turning = 'or rotate it as "Key rotation" in docs/operations.md says,'
  throw new ConfigError(`${named(strange)} has another SECRET_KEY: give all of them the same one, ${turning} ${ENDED}`)
}

/** Whether each takes what the other one seals and signs. One that does not say so is of the release before this was asked. */
function understand({ sealsWith, opensWith }: Other, own: Own): boolean {
  if (sealsWith === null || opensWith === null) return true
  return own.opensWith.includes(sealsWith) && opensWith.includes(own.sealsWith)
}

const named = ({ role, host }: Other): string => `Another process on this database (ROLE ${role} on ${host})`
const ENDED = `or, if that one was ended by force, start again in ${SILENT_SECONDS} seconds.`
