import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import type { WholeBatch } from '@ninesixteen/shared/api/slideshow-batches'
import type { Translation } from '@ninesixteen/shared/api/translations'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import type { Db, Tx } from '../db/db.ts'
import { requireFewerRows } from '../db/row-limits.ts'
import { slideshowBatches, slideshowBatchRows } from '../db/schema-slideshow-batches.ts'
import { requireTranslatable } from '../generation/translate-slideshow.ts'
import { requestDigest } from '../idempotency/idempotency-keys.ts'
import { originalOf } from '../projects/project-variants.ts'
import { batchColumns, toWholeBatch } from './batch-rows.ts'
import { BATCHES_MAX, findStarted } from './batches.ts'
import { requestBatchRun } from './run-batch.ts'

interface TranslationStart {
  id: string
  requestId: string
  translations: Translation[]
}

/** Starts the translations of a slideshow, one row for each language. The same request again starts nothing further. */
export function startTranslations(
  { db }: { db: Db },
  userId: string,
  { id, requestId, translations }: TranslationStart,
): Promise<WholeBatch> {
  return db.asUser(userId, async (tx) => {
    const digest = requestDigest('slideshow-translations', { id, translations })
    const earlier = await findStarted(tx, userId, { requestId, digest })
    if (earlier) return toWholeBatch(tx, earlier)
    const source = await originalOf(tx, userId, id)
    for (const translation of translations) await requireTranslatable(tx, userId, { source, ...translation })
    await deleteEnded(tx, userId)
    await requireFewerRows(tx, userId, BATCHES_MAX)
    const [batch] = await tx
      .insert(slideshowBatches)
      .values({
        userId,
        requestId,
        requestDigest: digest,
        title: source.title,
        usesTemplate: false,
        contentType: source.contentType as ContentTypeId,
        sourceProjectId: source.id,
      })
      .returning()
    if (!batch) throw new Error('Insert returned no batch')
    await tx.insert(slideshowBatchRows).values(
      translations.map(({ language, replaces }, index) => ({
        userId,
        batchId: batch.id,
        line: index + 1,
        cells: [['language', language]] satisfies [string, string][],
        replaces,
      })),
    )
    await requestBatchRun(tx, batch)
    return toWholeBatch(tx, batch)
  })
}

/** Only the last translations are shown: earlier ones would fill the list that tables are limited to. */
async function deleteEnded(tx: Tx, userId: string): Promise<void> {
  await tx
    .delete(slideshowBatches)
    .where(and(eq(slideshowBatches.userId, userId), isNotNull(slideshowBatches.sourceProjectId), ne(slideshowBatches.state, 'running')))
}

/** The translations that run, or ran last, for a slideshow or its original; null without any. */
export function latestTranslations({ db }: { db: Db }, userId: string, projectId: string): Promise<WholeBatch | null> {
  return db.asUser(userId, async (tx) => {
    const source = await originalOf(tx, userId, projectId)
    const [batch] = await tx
      .select(batchColumns)
      .from(slideshowBatches)
      .where(and(eq(slideshowBatches.userId, userId), eq(slideshowBatches.sourceProjectId, source.id)))
      .orderBy(desc(slideshowBatches.createdAt), desc(slideshowBatches.id))
      .limit(1)
    return batch ? toWholeBatch(tx, batch) : null
  })
}
