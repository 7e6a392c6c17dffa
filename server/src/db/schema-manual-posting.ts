import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { scheduledPosts } from './schema-publishing.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The way to a post that waits to be posted by hand: whoever has the token may see this post and say what became of it. */
export const manualPostingLinks = pgTable(
  'hand_over_links',
  {
    /** SHA-256 of the token in the address, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: userId(),
    /** One link a post: a new one takes the place of the one before. */
    postId: uuid('post_id')
      .notNull()
      .unique()
      .references(() => scheduledPosts.id, { onDelete: 'cascade' }),
    /** The token, for its person to see again. */
    sealed: text('sealed').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    /** When the page was first opened. */
    openedAt: moment('opened_at'),
    /** When it was said what became of the post, and what. */
    usedAt: moment('used_at'),
    answer: text('answer', { enum: ['posted', 'not-posted'] }),
  },
  (t) => [index().on(t.userId)],
)
