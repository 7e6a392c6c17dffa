import { setTimeout as wait } from 'node:timers/promises'
import { seedCrowd } from '@ninesixteen/server/testing/seed-many-users'
import { openPublishingServices } from '@ninesixteen/server/testing/publishing-services'
import type pg from 'pg'
import type { DrillContext } from './needed-programs.ts'
import type { Stage } from './stage.ts'

/** Fewer than a platform takes of an account in a minute, whatever is sent again. */
const OF_ACCOUNT = 3
/** Longest without any post coming to its end, in milliseconds: a post whose answer was lost is looked for for minutes. */
const STUCK_MS = 300_000
const LOOK_MS = 1_000
/** So far ahead that none of them is due while they are made. */
const LATER_SECONDS = 6 * 3600

/** Schedules posts far ahead. Returns the content of each, by its id. */
export async function seedPosts({ folder }: DrillContext, stage: Stage, posts: number): Promise<Map<string, string>> {
  const { direct: connection, sandbox, env } = stage
  const services = await openPublishingServices({ connection, dataDir: folder, sandboxUrl: sandbox.url, env })
  try {
    return await seedCrowd({ services, sandbox }, { posts, postsPerAccount: OF_ACCOUNT, inSeconds: LATER_SECONDS })
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

/** Gives an earlier release's waits before another look at a post the length of this version's. */
export async function shortenWaits(client: pg.Client, waits: number): Promise<void> {
  await client.query(
    `update scheduled_posts set next_at = now() + (next_at - now()) * $1::float8 where delivery <> 'waiting' and next_at > now()`,
    [waits],
  )
}

/** Waits until all posts have come to their ends, or none does any more. */
export async function untilPosted(client: pg.Client, signal: AbortSignal, tell: (left: number) => void): Promise<void> {
  let [least, since] = [Number.POSITIVE_INFINITY, performance.now()]
  for (;;) {
    const { rows } = await client.query<{ left: number }>('select count(*)::int as left from scheduled_posts where next_at is not null')
    const left = rows[0]?.left ?? 0
    tell(left)
    if (left === 0) return
    if (left < least) [least, since] = [left, performance.now()]
    if (performance.now() - since > STUCK_MS) return
    await wait(LOOK_MS, undefined, { signal })
  }
}
