import { and, desc, eq, sql } from 'drizzle-orm'
import { CAPTION_MAX, POST_DESCRIPTION_MAX, type CaptionTemplate } from '@ninesixteen/shared/api/templates'
import { AppError } from '@ninesixteen/shared/errors'
import { hashtagsIn, hashtagText } from '@ninesixteen/shared/publishing/hashtags'
import type { Tx } from '../../db/db.ts'
import { requireFewerRows, type RowLimit } from '../../db/row-limits.ts'
import { captionTemplates } from '../../db/schema-projects.ts'
import { guarded } from '../contract.ts'

const TEMPLATES_MAX: RowLimit = { table: captionTemplates, limit: 500, plural: 'templates' }

interface Texts extends Pick<CaptionTemplate, 'kind'> {
  name: string
  caption: string
  description: string
}

export const templateRoutes = {
  list: guarded.templates.list.handler(({ context: { services, userId } }) =>
    services.db.asUser(userId, async (tx) => {
      const rows = await tx
        .select()
        .from(captionTemplates)
        .where(eq(captionTemplates.userId, userId))
        .orderBy(desc(captionTemplates.updatedAt), desc(captionTemplates.id))
      return rows.map(present)
    }),
  ),

  create: guarded.templates.create.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => {
      const texts = checked(input)
      await requireFewerRows(tx, userId, TEMPLATES_MAX)
      const [row] = await tx
        .insert(captionTemplates)
        .values({ ...texts, userId })
        .returning()
      return present(found(row))
    }),
  ),

  update: guarded.templates.update.handler(({ context: { services, userId }, input: { id, ...changes } }) =>
    services.db.asUser(userId, async (tx) => {
      const { name, caption, description } = checked({ ...(await lockTemplate(tx, userId, id)), ...defined(changes) })
      const [row] = await tx
        .update(captionTemplates)
        .set({ name, caption, description, updatedAt: sql`now()` })
        .where(isMine(userId, id))
        .returning()
      return present(found(row))
    }),
  ),

  remove: guarded.templates.remove.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, async (tx) => {
      found((await tx.delete(captionTemplates).where(isMine(userId, id)).returning({ id: captionTemplates.id }))[0])
    }),
  ),
}

const isMine = (userId: string, id: string) => and(eq(captionTemplates.userId, userId), eq(captionTemplates.id, id))

/** Locked until the transaction ends, so that concurrent changes are validated together. */
async function lockTemplate(tx: Tx, userId: string, id: string): Promise<Texts> {
  return found((await tx.select().from(captionTemplates).where(isMine(userId, id)).for('update'))[0])
}

/** The texts to store. A group of hashtags has nothing but these, each once. */
function checked({ kind, name, caption, description }: Texts): Texts {
  if (name === '') throw new AppError('TEMPLATE_NAME_REQUIRED')
  if (kind === 'hashtags') {
    const hashtags = hashtagText(hashtagsIn(description))
    if (hashtags === '') throw new AppError('TEMPLATE_HASHTAGS_REQUIRED')
    return { kind, name, caption: '', description: hashtags }
  }
  if (caption.trim() === '' && description.trim() === '') throw new AppError('TEMPLATE_TEXT_REQUIRED')
  if (caption.length > CAPTION_MAX) throw new AppError('CAPTION_TOO_LONG', { length: caption.length, limit: CAPTION_MAX })
  if (description.length > POST_DESCRIPTION_MAX)
    throw new AppError('DESCRIPTION_TOO_LONG', { length: description.length, limit: POST_DESCRIPTION_MAX })
  return { kind, name, caption, description }
}

/** Drops undefined fields, which would overwrite stored values. */
function defined(changes: { [Name in keyof Texts]?: Texts[Name] | undefined }): Partial<Texts> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('NOT_FOUND')
  return row
}

function present(row: typeof captionTemplates.$inferSelect): CaptionTemplate {
  const { id, kind, name, caption, description, createdAt, updatedAt } = row
  return { id, kind, name, caption, description, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
