import { sql } from 'drizzle-orm'
import type { Db } from '../../db/db.ts'
import { mediaTokenHash } from './media-token.ts'

export interface DownloadableMedia {
  path: string
  mimeType: string
}

/**
 * The file behind an address that a platform was given; null when there is none, or it is dead. That it was asked for is committed before a
 * byte of it is given: whoever ends the addresses of an attempt then knows whether the platform can have got hold of anything.
 */
export async function findDownloadableMedia(db: Pick<Db, 'publishing'>, token: string): Promise<DownloadableMedia | null> {
  const { rows } = await db.publishing.asSystem((tx) =>
    tx.execute<{ path: string; mime_type: string }>(sql`
      update pull_links set fetched_at = coalesce(fetched_at, clock_timestamp())
      where token_hash = ${mediaTokenHash(token)} and fenced_at is null and expires_at > now()
      returning path, mime_type`),
  )
  const [row] = rows
  return row ? { path: row.path, mimeType: row.mime_type } : null
}
