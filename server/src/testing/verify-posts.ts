import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import type { ReachedSandbox } from './sandbox.ts'
import { captionOf, livePosts } from './scheduled.ts'

/** The platforms' records compared with ours. */
export interface PostsVerdict {
  posts: number
  /** Published more than once. */
  duplicated: string[]
  /** Without an outcome. */
  lost: string[]
  /** Published for us but not on the platform, failed for us but live, or live with other files than ours. */
  contradicted: string[]
  published: number
  unconfirmed: number
  /** Unconfirmed posts whose outcome could have been known: live, answered by the platform, or with files that were never fetched. */
  avoidable: string[]
  /** Failed posts with their reasons. */
  failures: string[]
}

interface PostRow extends Record<string, unknown> {
  id: string
  status: string
  delivery: string
  next_at: Date | null
  error_message: string | null
  /** Files of the last attempt that the platform never requested. */
  unfetched: number
  /** Digests of its files, in order. */
  digests: string[]
}

/** Compares all posts of a database with what the platforms published. `captions` maps post ids to captions. */
export async function verifyPosts(
  { services, sandbox }: { services: { db: Pick<Db, 'asSystem'> }; sandbox: Pick<ReachedSandbox, 'control'> },
  captions: ReadonlyMap<string, string>,
): Promise<PostsVerdict> {
  const published = Map.groupBy(await livePosts(sandbox), captionOf)
  const { rows } = await services.db.asSystem((tx) =>
    tx.execute<PostRow>(sql`
      select id, status, delivery, next_at, error_message, (
        select count(*)::int from pull_links where fetched_at is null
          and attempt_id = (select a.id from publish_attempts a where a.post_id = p.id order by a.attempt desc limit 1)
      ) as unfetched,
      array(select sha256 from post_media where post_id = p.id order by position) as digests
      from scheduled_posts p`),
  )
  const verdict: PostsVerdict = {
    posts: rows.length,
    duplicated: [],
    lost: [],
    contradicted: [],
    published: 0,
    unconfirmed: 0,
    avoidable: [],
    failures: [],
  }
  for (const { id, status, delivery, next_at: nextAt, error_message: reason, unfetched, digests } of rows) {
    const caption = captions.get(id) ?? id
    const live = published.get(caption) ?? []
    const seen = live.length
    const description = `${caption} (${delivery}, seen ${seen} times)`
    if (seen > 1) verdict.duplicated.push(description)
    if (nextAt !== null) verdict.lost.push(description)
    if (status === 'published') verdict.published += 1
    else if (delivery === 'unconfirmed') {
      verdict.unconfirmed += 1
      if (seen > 0 || unfetched > 0) verdict.avoidable.push(`${description}, ${unfetched} files not fetched`)
    } else if (status === 'failed') verdict.failures.push(`${description}: ${reason}`)
    const isWrong = status === 'published' ? seen === 0 : status === 'failed' && delivery !== 'unconfirmed' && seen > 0
    if (isWrong) verdict.contradicted.push(description)
    for (const { files } of live)
      if (files.map(({ sha256 }) => sha256).join() !== digests.join()) verdict.contradicted.push(`${description}, with other files`)
  }
  return verdict
}
