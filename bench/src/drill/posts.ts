import { setTimeout as wait } from 'node:timers/promises'
import { seedManyUsers } from '@ninesixteen/server/testing/seed-many-users'
import { openPublishingServices } from '@ninesixteen/server/testing/publishing-services'
import type pg from 'pg'
import type { DrillContext } from './needed-programs.ts'
import type { Stage } from './stage.ts'

/** Below a platform's limit per account and minute, including retries. */
const POSTS_PER_ACCOUNT = 3
/** Maximum milliseconds without any post ending. Reconciling a lost response takes minutes. */
const STUCK_MS = 300_000
const POLL_MS = 1_000
/** Far enough ahead that no post is due while they are seeded. */
const SEED_AHEAD_SECONDS = 6 * 3600

/** Schedules posts far ahead. Returns the content of each, by its id. */
export async function seedPosts({ folder }: DrillContext, stage: Stage, posts: number): Promise<Map<string, string>> {
  const { direct: connection, sandbox, env } = stage
  const services = await openPublishingServices({ connection, dataDir: folder, sandboxUrl: sandbox.url, env })
  try {
    return await seedManyUsers({ services, sandbox }, { posts, postsPerAccount: POSTS_PER_ACCOUNT, inSeconds: SEED_AHEAD_SECONDS })
  } finally {
    await services.db.close()
  }
}

/** Makes all of them due, evenly over some seconds from now. */
export async function makeDue(client: pg.Client, overSeconds: number): Promise<void> {
  await client.query(
    `with due as (
      select id, now() + make_interval(secs => $1::float8 * (row_number() over (order by md5(id::text)) - 1) / count(*) over ()) as at
      from scheduled_posts
    ) update scheduled_posts p set scheduled_time = at, next_at = at from due where p.id = due.id`,
    [overSeconds],
  )
}

/** Shortens the polling delays that an earlier release has set, to those of the drill. */
export async function shortenWaits(client: pg.Client, waits: number): Promise<void> {
  await client.query(
    `update scheduled_posts set next_at = now() + (next_at - now()) * $1::float8 where delivery <> 'waiting' and next_at > now()`,
    [waits],
  )
}

/** Waits until all posts have ended, or no more posts end. */
export async function untilPosted(client: pg.Client, signal: AbortSignal, onProgress: (left: number) => void): Promise<void> {
  let [fewest, progressAt] = [Number.POSITIVE_INFINITY, performance.now()]
  for (;;) {
    const { rows } = await client.query<{ left: number }>('select count(*)::int as left from scheduled_posts where next_at is not null')
    const remaining = rows[0]?.left ?? 0
    onProgress(remaining)
    if (remaining === 0) return
    if (remaining < fewest) [fewest, progressAt] = [remaining, performance.now()]
    if (performance.now() - progressAt > STUCK_MS) return
    await wait(POLL_MS, undefined, { signal })
  }
}
