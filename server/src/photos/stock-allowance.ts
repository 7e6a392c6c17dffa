import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { photoSearches } from '../db/schema-photos.ts'
import { lockFor } from '../db/lock-for.ts'
import type { RateWindow } from '../providers/stock/stock-service.ts'

/** While several users search with one key, each leaves the others this share of its limit. */
const SHARE = 0.6

interface Wanted {
  userId: string
  /** Requests with the same one share the limits. */
  allowance: string
  windows: readonly RateWindow[]
}

/**
 * Takes one request of a service's limits, which all processes share; returns null, or the seconds until the next one. Counts exactly the
 * time that each request is behind, because the service does too.
 */
export function takeStockRequest(db: Db, { userId, allowance, windows }: Wanted): Promise<number | null> {
  return db.asSystem(async (tx) => {
    await lockFor(tx, `stock:${allowance}`)
    const longest = Math.max(...windows.map(({ seconds }) => seconds))
    const ago = (seconds: number) => sql`${photoSearches.createdAt} > now() - make_interval(secs => ${seconds}::integer)`
    const isOurs = eq(photoSearches.allowance, allowance)
    await tx.delete(photoSearches).where(and(isOurs, sql`not (${ago(longest)})`))
    const others = await tx.$count(photoSearches, and(isOurs, ne(photoSearches.userId, userId), ago(86_400)))
    let wait: number | null = null
    for (const { limit, seconds } of windows) {
      const share = others > 0 ? Math.max(1, Math.floor(limit * SHARE)) : limit
      for (const { most, among } of [
        { most: limit, among: isOurs },
        { most: share, among: and(isOurs, eq(photoSearches.userId, userId)) },
      ]) {
        // When the oldest request that is one too many leaves the window.
        const [blocking] = await tx
          .select({ left: sql<number>`ceil(extract(epoch from ${photoSearches.createdAt} - now()) + ${seconds}::integer)::integer` })
          .from(photoSearches)
          .where(and(among, ago(seconds)))
          .orderBy(desc(photoSearches.createdAt))
          .offset(most - 1)
          .limit(1)
        if (blocking) wait = Math.max(wait ?? 1, blocking.left)
      }
    }
    if (wait === null) await tx.insert(photoSearches).values({ userId, allowance })
    return wait
  })
}
