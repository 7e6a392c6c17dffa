import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { scheduledPosts } from './schema-publishing.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Links to posts in manual posting: the token allows to see the post and report its outcome. */
export const manualPostingLinks = pgTable(
  'hand_over_links',
  {
    /** SHA-256 of the token in the URL, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: userId(),
    /** One link per post: a new one replaces it. */
    postId: uuid('post_id')
      .notNull()
      .unique()
      .references(() => scheduledPosts.id, { onDelete: 'cascade' }),
    /** The encrypted token, to show the link to its user again. */
    sealed: text('sealed').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    /** When the page was first opened. */
    openedAt: moment('opened_at'),
    /** When an outcome was reported, and which. */
    usedAt: moment('used_at'),
    answer: text('answer', { enum: ['posted', 'not-posted'] }),
  },
  (t) => [index().on(t.userId)],
)
