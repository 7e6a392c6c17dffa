import { sql } from 'drizzle-orm'
import { isoTime } from '../db/iso-time.ts'
import { publishWorkers } from '../db/schema-publishing.ts'
import type { PostServices } from './post-services.ts'

/** A worker beats every few seconds; one that was not heard of for this long is gone. */
const SILENT_SECONDS = 60

export interface WorkerHeartbeat {
  isAlive: boolean
  beatAt: string | null
}

/** When anything that publishes was last heard of, by the database's clock. */
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
