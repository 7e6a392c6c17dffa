import { timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ApprovalComment, ApprovalLink, newApprovalLinkSchema, Review } from '@ninesixteen/shared/api/approvals'
import { AppError } from '@ninesixteen/shared/errors'
import { CHANGEABLE } from '@ninesixteen/shared/publishing/delivery'
import type { z } from 'zod'
import { createAnonymousRateLimit, type AnonymousRateLimits } from '../../auth/anonymous-rate-limit.ts'
import { passwords } from '../../auth/passwords.ts'
import { addressGroup } from '../../config/client-address.ts'
import type { Tx } from '../../db/db.ts'
import { approvalLinks } from '../../db/schema-approvals.ts'
import { consume } from '../../db/usage-limits.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { notify } from '../../notifications/notifications.ts'
import { addEvents } from '../post-events.ts'
import { ownPost } from '../post-rows.ts'
import { addPostWebhooks } from '../webhook-events.ts'
import { createLink, findLink, listLinks, proofOf, revokeLink, type LinkDeps, type OpenLink } from './links.ts'
import {
  addComment,
  findReviewFile,
  isLastComment,
  lockReviewPost,
  readComments,
  readReview,
  storeDecision,
  type Decision,
  type NewComment,
} from './review.ts'

/** An unauthenticated caller with a link, and what their browser keeps of the passcode. */
export interface Client {
  token: string
  address: string
  proof: string | undefined
}

interface Decided {
  name: string
  decision: Decision['state']
  posts: readonly { position: number; digest: string }[]
  text: string
}

interface DecisionOnPost {
  link: OpenLink
  post: Awaited<ReturnType<typeof lockReviewPost>>
  decision: Decision
  /** A comment with it; empty for none. */
  text: string
}

/** Far above what pages request, for each address and each link. */
const CALLS: [ofAddress: AnonymousRateLimits, ofLink: AnonymousRateLimits] = [
  { calls: 120, windowMs: 60_000, addresses: 10_000 },
  { calls: 240, windowMs: 60_000, addresses: 10_000 },
]
/** A month of posts has hundreds of slides. */
const FILES: typeof CALLS = [
  { calls: 3000, windowMs: 60_000, addresses: 10_000 },
  { calls: 6000, windowMs: 60_000, addresses: 10_000 },
]
/** Comments and decisions of one address. */
const WRITES: AnonymousRateLimits = { calls: 20, windowMs: 60_000, addresses: 10_000 }

const HOUR = 60 * 60
/** Passcodes tried with one link, from any address, and stored: a restart allows no more. */
const GUESSES = { amount: 1, limit: 10, windowSeconds: HOUR / 4 }
/** Comments and decisions through one link, each with its notification. */
const WRITTEN = { amount: 1, limit: 120, windowSeconds: HOUR }

export interface ApprovalService {
  create(userId: string, input: z.output<typeof newApprovalLinkSchema>): Promise<ApprovalLink>
  list(userId: string): Promise<ApprovalLink[]>
  revoke(userId: string, id: string): Promise<void>
  comments(userId: string, postId: string): Promise<ApprovalComment[]>
  reply(userId: string, postId: string, comment: Pick<NewComment, 'slide' | 'onCaption' | 'text'>): Promise<ApprovalComment[]>

  look(client: Client): Promise<Review>
  /** Returns the page and the proof that the browser keeps. Throws PASSCODE_WRONG. */
  unlock(client: Client, passcode: string): Promise<{ review: Review; proof: string | null }>
  decide(client: Client, input: Decided): Promise<Review>
  comment(client: Client, position: number, comment: Omit<NewComment, 'isOwner'>): Promise<Review>
  file(client: Client, file: { position: number; sha256: string }): Promise<{ path: string; mimeType: string }>
  /** Storage path of the company's logo; null without one. */
  logo(client: Client): Promise<string | null>
}

export function createApprovals(deps: LinkDeps & { jobs: Jobs }): ApprovalService {
  const { db, jobs } = deps
  const [calls, files] = [counting(CALLS), counting(FILES)]
  const countWrite = createAnonymousRateLimit(WRITES)

  /** Unknown tokens all cost one query by their hash. Only existing links are counted, because callers can invent tokens without end. */
  async function linkOf({ token, address }: Client, { countAddress, countLink } = calls): Promise<OpenLink> {
    countAddress(addressGroup(address))
    const link = await findLink(deps, token)
    countLink(link.id)
    return link
  }

  function isOpen({ passcodeHash }: OpenLink, { token, proof }: Client): boolean {
    return passcodeHash === null || (proof !== undefined && isEqual(proof, proofOf(passcodeHash, token)))
  }

  /** Throws PASSCODE_WRONG unless the caller proved the passcode. */
  async function openLink(client: Client, limits = calls): Promise<OpenLink> {
    const link = await linkOf(client, limits)
    if (!isOpen(link, client)) throw new AppError('PASSCODE_WRONG')
    return link
  }

  async function write(client: Client, work: (tx: Tx, link: OpenLink) => Promise<void>): Promise<Review> {
    const link = await openLink(client)
    countWrite(addressGroup(client.address))
    return db.asUser(link.userId, async (tx) => {
      await consume(tx, link.userId, { ...WRITTEN, kind: `approval.writes.${link.id}` })
      await work(tx, link)
      return readReview(tx, link, client.token)
    })
  }

  async function notifyOwner(tx: Tx, link: OpenLink, event: { postId: string; title: string; body: string }): Promise<void> {
    const href = `/post_scheduler?post=${event.postId}`
    await notify(jobs, tx, { userId: link.userId, kind: 'approval', cause: `approval ${link.id}`, href, ...event })
  }

  /** Stores a decision; false for one that is stored already, of which only a new comment counts. */
  async function decideOn(tx: Tx, { link, post, decision, text }: DecisionOnPost): Promise<boolean> {
    const { userId } = link
    const { state, digest, by } = decision
    const { decided } = post
    const isNew = decided?.state !== state || decided.digest !== digest || decided.by !== by
    if (isNew) {
      await storeDecision(tx, post.id, decision)
      const verb = state === 'approved' ? 'Approved' : 'Changes asked'
      await addEvents(tx, userId, [{ postId: post.id, kind: state, text: `${verb} by ${by} (${digest.slice(0, 12)}).` }])
    }
    if (text === '' || (!isNew && (await isLastComment(tx, post.id, { author: by, text })))) return isNew
    await addComment(tx, { userId, postId: post.id, linkId: link.id }, { author: by, isOwner: false, slide: null, onCaption: false, text })
    if (!isNew) await notifyOwner(tx, link, { postId: post.id, title: `${by} commented on a post`, body: text })
    return isNew
  }

  return {
    create: (userId, input) => createLink(deps, userId, input),
    list: (userId) => listLinks(deps, userId),
    revoke: (userId, id) => revokeLink(deps, userId, id),
    comments: (userId, postId) =>
      db.asUser(userId, async (tx) => {
        await ownPost(tx, userId, postId)
        return readComments(tx, userId, postId)
      }),
    reply: (userId, postId, comment) =>
      db.asUser(userId, async (tx) => {
        await ownPost(tx, userId, postId)
        await addComment(tx, { userId, postId, linkId: null }, { ...comment, author: '', isOwner: true })
        return readComments(tx, userId, postId)
      }),

    async look(client) {
      const link = await linkOf(client)
      if (!isOpen(link, client)) return { isLocked: true }
      return db.asUser(link.userId, async (tx) => {
        await markOpened(tx, link)
        return readReview(tx, link, client.token)
      })
    },

    async unlock(client, passcode) {
      const link = await linkOf(client)
      const { passcodeHash: hash, userId } = link
      if (hash === null) return { review: await db.asUser(userId, (tx) => readReview(tx, link, client.token)), proof: null }
      // Counted before it is tried, so that parallel guesses are not free.
      await db.asUser(userId, (tx) => consume(tx, userId, { ...GUESSES, kind: `approval.guesses.${link.id}` }))
      if (!(await passwords.verify({ hash, password: passcode }))) throw new AppError('PASSCODE_WRONG')
      const review = await db.asUser(userId, async (tx) => {
        await markOpened(tx, link)
        return readReview(tx, link, client.token)
      })
      return { review, proof: proofOf(hash, client.token) }
    },

    decide: (client, { name, decision, posts, text }) =>
      write(client, async (tx, link) => {
        const decided: { id: string; caption: string }[] = []
        for (const { position, digest } of posts.toSorted((one, other) => one.position - other.position)) {
          const post = await lockReviewPost(tx, link, position)
          if (!CHANGEABLE.includes(post.delivery)) throw new AppError('APPROVAL_CLOSED')
          if (post.digest !== digest || post.files === 0) throw new AppError('APPROVAL_CHANGED')
          if (await decideOn(tx, { link, post, decision: { state: decision, digest, by: name }, text })) decided.push(post)
        }
        const { userId } = link
        await addPostWebhooks(
          tx,
          decision === 'approved' ? 'post.approved' : 'post.changes_requested',
          decided.map(({ id }) => ({ id, userId })),
        )
        const [first] = decided
        if (!first) return
        const approved = decided.length === 1 ? 'a post' : `${decided.length} posts`
        const changes = decided.length === 1 ? 'changes' : `changes to ${decided.length} posts`
        const title = decision === 'approved' ? `${name} approved ${approved}` : `${name} asked for ${changes}`
        await notifyOwner(tx, link, { postId: first.id, title, body: text || (decided.length === 1 ? nameOf(first.caption) : link.title) })
      }),

    comment: (client, position, comment) =>
      write(client, async (tx, link) => {
        const post = await lockReviewPost(tx, link, position)
        if (comment.slide !== null && comment.slide >= post.files) throw new AppError('INVALID_INPUT', { fields: 'slide' })
        await addComment(tx, { userId: link.userId, postId: post.id, linkId: link.id }, { ...comment, isOwner: false })
        await notifyOwner(tx, link, { postId: post.id, title: `${comment.author} commented on a post`, body: comment.text })
      }),

    async file(client, file) {
      const link = await openLink(client, files)
      return db.asUser(link.userId, (tx) => findReviewFile(tx, link, file))
    },
    logo: async (client) => (await openLink(client, files)).logoPath,
  }
}

/** Records the first time that the posts were shown, and updates the owner's open pages. */
async function markOpened(tx: Tx, { id, userId }: OpenLink): Promise<void> {
  const opened = await tx
    .update(approvalLinks)
    .set({ openedAt: sql`now()` })
    .where(and(eq(approvalLinks.id, id), isNull(approvalLinks.openedAt)))
    .returning({ id: approvalLinks.id })
  if (opened.length > 0) await tx.execute(sql`select pg_notify('person_changed', ${JSON.stringify({ userId, what: 'posts' })})`)
}

function nameOf(caption: string): string {
  return caption.trim().split('\n')[0]?.slice(0, 80) || 'A post without a caption'
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function counting([ofAddress, ofLink]: typeof CALLS) {
  return { countAddress: createAnonymousRateLimit(ofAddress), countLink: createAnonymousRateLimit(ofLink) }
}
