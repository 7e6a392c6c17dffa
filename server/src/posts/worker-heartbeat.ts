import { sql } from 'drizzle-orm'
import { isoTime } from '../db/columns.ts'
import { publishWorkers } from '../db/schema-publishing.ts'
import type { PostServices } from './post-services.ts'

/** A worker beats every few seconds; without a heartbeat for this long it is gone. */
const SILENT_SECONDS = 60

export interface WorkerHeartbeat {
  isAlive: boolean
  beatAt: string | null
}

/** The latest heartbeat of any worker, by the database's clock. */
export async function readHeartbeat({ db }: Pick<PostServices, 'db'>): Promise<WorkerHeartbeat> {
  const [row] = await db.asSystem((tx) =>
    tx
      .select({
        beatAt: isoTime(sql`max(${publishWorkers.beatAt})`),
        isAlive: sql<boolean>`coalesce(max(${publishWorkers.beatAt}) > now() - make_interval(secs => ${SILENT_SECONDS}), false)`,
      })
      .from(publishWorkers),
  )
  return row ?? { isAlive: false, beatAt: null }
}
