import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { StoredApprovalState } from '@ninesixteen/shared/api/approvals'
import { createdAt, id } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'
import { scheduledPosts } from './schema-publishing.ts'

/* Approval of posts by clients without an account. docs/decisions/0096-client-approval.md. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Links for clients: the token allows to see the link's posts, comment on them and decide about them. */
export const approvalLinks = pgTable(
  'approval_links',
  {
    id: id(),
    userId: userId(),
    /** SHA-256 of the token in the URL, in hex. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The encrypted token, to show the link to its user again. */
    sealed: text('sealed').notNull(),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    /** The page's heading. */
    title: text('title').notNull(),
    /** Hash of the passcode; null without one. */
    passcodeHash: text('passcode_hash'),
    expiresAt: moment('expires_at').notNull(),
    /** When the page was first opened. */
    openedAt: moment('opened_at'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId), index().on(t.companyId)],
)

/** The posts of a link. */
export const approvalLinkPosts = pgTable(
  'approval_link_posts',
  {
    userId: userId(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => approvalLinks.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => scheduledPosts.id, { onDelete: 'cascade' }),
    /** Names the post on the page, 0-based: the client never learns its id. */
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.position] }), index().on(t.postId), index().on(t.userId)],
)

/** The decision about a post, and the digest of what the client saw. An approval is valid only while the post has this digest. */
export const postApprovals = pgTable(
  'post_approvals',
  {
    postId: uuid('post_id')
      .primaryKey()
      .references(() => scheduledPosts.id, { onDelete: 'cascade' }),
    userId: userId(),
    state: text('state').$type<StoredApprovalState>().notNull().default('in-review'),
    /** SHA-256 of slides, texts and options, in hex: app_post_digest(). Null before the first decision. */
    digest: text('digest'),
    decidedBy: text('decided_by'),
    decidedAt: moment('decided_at'),
    /** When a change of the post took the approval back; null after the next decision. */
    withdrawnAt: moment('withdrawn_at'),
  },
  (t) => [index().on(t.userId)],
)

/** Comments of clients and of the owner. */
export const approvalComments = pgTable(
  'approval_comments',
  {
    id: id(),
    userId: userId(),
    postId: uuid('post_id')
      .notNull()
      .references(() => scheduledPosts.id, { onDelete: 'cascade' }),
    linkId: uuid('link_id').references(() => approvalLinks.id, { onDelete: 'set null' }),
    author: text('author').notNull(),
    isOwner: boolean('is_owner').notNull(),
    /** The slide it is pinned to, 0-based; null for the caption or the whole post. */
    slide: integer('slide'),
    onCaption: boolean('on_caption').notNull().default(false),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.postId, t.createdAt), index().on(t.userId), index().on(t.linkId)],
)
