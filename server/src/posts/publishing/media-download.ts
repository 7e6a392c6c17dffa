import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/db.ts'

/** The database stores this digest of the token in a media link. */
export function mediaTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export interface DownloadableMedia {
  path: string
  mimeType: string
}

/**
 * The file behind a media link that a platform was given; null when there is none, or the link was revoked or has expired. The download is committed
 * before the server sends a byte: revoking the links of an attempt then tells whether the platform can have got any file.
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
