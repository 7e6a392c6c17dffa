import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import type { ReachedSandbox } from './sandbox.ts'
import { livePosts } from './scheduled.ts'

/** What the platforms say against what we say. */
export interface PostsVerdict {
  posts: number
  /** Seen by the world more than once. */
  duplicated: string[]
  /** Not at an end. */
  lost: string[]
  /** Called published and not there, or called failed and there. */
  contradicted: string[]
  published: number
  unconfirmed: number
  /** What is called failed, with why. */
  failures: string[]
}

interface Ended extends Record<string, unknown> {
  id: string
  status: string
  delivery: string
  next_at: Date | null
  error_message: string | null
}

/** Compares all posts of a database with what the platforms made public. `captions` is what stands under each, by its id. */
export async function judgePosts(
  { services, sandbox }: { services: { db: Pick<Db, 'asSystem'> }; sandbox: Pick<ReachedSandbox, 'control'> },
  captions: ReadonlyMap<string, string>,
): Promise<PostsVerdict> {
  const times = new Map<string, number>()
  for (const { title, text } of await livePosts(sandbox)) {
    const caption = title || text.trim()
    times.set(caption, (times.get(caption) ?? 0) + 1)
  }
  const { rows } = await services.db.asSystem((tx) =>
    tx.execute<Ended>(sql`select id, status, delivery, next_at, error_message from scheduled_posts`),
  )
  const verdict: PostsVerdict = {
    posts: rows.length,
    duplicated: [],
    lost: [],
    contradicted: [],
    published: 0,
    unconfirmed: 0,
    failures: [],
  }
  for (const { id, status, delivery, next_at: nextAt, error_message: reason } of rows) {
    const caption = captions.get(id) ?? id
    const seen = times.get(caption) ?? 0
    const said = `${caption} (${delivery}, seen ${seen} times)`
    if (seen > 1) verdict.duplicated.push(said)
    if (nextAt !== null) verdict.lost.push(said)
    if (status === 'published') verdict.published += 1
    else if (delivery === 'unconfirmed') verdict.unconfirmed += 1
    else if (status === 'failed') verdict.failures.push(`${said}: ${reason}`)
    const isWrong = status === 'published' ? seen === 0 : status === 'failed' && delivery !== 'unconfirmed' && seen > 0
    if (isWrong) verdict.contradicted.push(said)
  }
  return verdict
}
