import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { PROJECT_TITLE_MAX } from '@ninesixteen/shared/api/limits'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { AppError } from '@ninesixteen/shared/errors'
import { availableLook } from '@ninesixteen/shared/looks/brand-look'
import { createPhotoChooser } from '@ninesixteen/shared/photos/choose-photos'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { columnOf } from '@ninesixteen/shared/text/column-of'
import type { SlideshowTemplate, TemplateSlot } from '@ninesixteen/shared/slideshow-templates/model'
import { cutText } from '@ninesixteen/shared/text/rules'
import { sql } from 'drizzle-orm'
import type { AiForUser } from '../connections/own-ai.ts'
import { isUniqueViolation } from '../db/database-error.ts'
import type { Db, Tx } from '../db/db.ts'
import type { ChangeEvents } from '../db/listen.ts'
import { slideshowBatchRows } from '../db/schema-slideshow-batches.ts'
import { readLogoBrand } from '../generation/brands.ts'
import { generateWhole } from '../generation/generate-whole.ts'
import type { Generations } from '../generation/generations.ts'
import { readPhotoLibrary } from '../generation/photo-library.ts'
import { neverWordsIn } from '../generation/replace-never-words.ts'
import { inLookOfTemplate } from '../generation/look-of-slide.ts'
import { fillTemplateSlides } from '../generation/template-slides.ts'
import { translateSlideshow } from '../generation/translate-slideshow.ts'
import { derivedId } from '../derived-id.ts'
import { Superseded } from '../idempotency/idempotency-keys.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { photoMapsOf, type PhotoMapSource } from '../photos/photo-maps.ts'
import { insertProject } from '../projects/project-saves.ts'
import type { RunContext } from '../runs/run-kind.ts'
import { readTemplate } from '../slideshow-templates/template-rows.ts'
import { lookOfRow } from './look-of-row.ts'
import { cellOf, isWaitingRow, titleOf, type BatchEntry, type RowEntry } from './batch-rows.ts'

export interface RowDeps extends Pick<PhotoMapSource, 'store' | 'codec' | 'log'> {
  db: Db
  changes: ChangeEvents
  connections: { aiOf: AiForUser }
  generations: Generations
  settings: Pick<InstanceSettings, 'now'>
}

export interface RowStep {
  batch: BatchEntry
  row: RowEntry
  run: Pick<RunContext<unknown, unknown>, 'signal' | 'write'>
}

/** The id of a row's slideshow: a repeated step finds what an interrupted one made. */
const projectIdOf = ({ id }: RowEntry): string => derivedId(`${id} slideshow`)

/** Whether the AI writes the texts of a row; otherwise they are used as they are. */
export const isWrittenByAi = ({ batch, row }: Pick<RowStep, 'batch' | 'row'>): boolean =>
  batch.templateId === null || cellOf(row, 'topic') !== ''

/** Makes the slideshow of a row. Throws GenerationFailed or an AppError for one that can't be made, Superseded if the row no longer waits. */
export async function writeRow(deps: RowDeps, step: RowStep): Promise<void> {
  const { batch, row } = step
  const { templateId, sourceProjectId } = batch
  if (sourceProjectId !== null) return translateRow(deps, step, sourceProjectId)
  if (batch.usesTemplate && templateId === null) throw new AppError('TEMPLATE_DELETED')
  if (templateId === null || isWrittenByAi(step)) return generateRow(deps, step)
  const template = await deps.db.asUser(row.userId, (tx) => readTemplate(tx, row.userId, templateId))
  await fillRow(deps, { ...step, template })
}

async function markDone(tx: Tx, row: RowEntry, projectId = projectIdOf(row)): Promise<void> {
  const done = { state: 'done', projectId, message: null, updatedAt: sql`now()` } as const
  const updated = await tx.update(slideshowBatchRows).set(done).where(isWaitingRow(row)).returning({ id: slideshowBatchRows.id })
  if (updated.length === 0) throw new Superseded()
}

/** Translates a slideshow into the language of a row. The variant and its row commit together. */
async function translateRow(deps: RowDeps, { row, run }: RowStep, projectId: string): Promise<void> {
  const { db, changes, connections, settings } = deps
  const { userId, replaces, id: requestId } = row
  const ai = await connections.aiOf(userId)
  await translateSlideshow({ ai, db, changes }, userId, {
    request: { projectId, language: cellOf(row, 'language'), replaces, requestId },
    model: ai.model,
    quota: settings.now().storageQuota,
    signal: run.signal,
    save: (saveVariant) => run.write(async (tx) => markDone(tx, row, await saveVariant(tx))),
  })
}

async function generateRow({ db, generations }: RowDeps, { batch, row, run }: RowStep): Promise<void> {
  const look = lookOfRow({ batch, row })
  const { companyId, userId } = row
  const projectId = projectIdOf(row)
  const language = cellOf(row, 'language')
  const request: GenerateRequest = {
    topic: cellOf(row, 'topic'),
    contentType: batch.contentType,
    slideCount: 'auto',
    companyId,
    softSell: false,
    useTumblrPhotos: false,
    extraContext: language === '' ? '' : `Write in ${language}.`,
    tone: '',
    ...(batch.templateId !== null && { templateId: batch.templateId }),
    ...(look !== null && { look }),
  }
  const onStarted = () => run.write((tx) => tx.update(slideshowBatchRows).set({ projectId }).where(isWaitingRow(row)))
  await generateWhole({ db, generations }, { userId, projectId, request, onStarted, signal: run.signal })
  await run.write((tx) => markDone(tx, row))
}

/** Puts the texts of a row into its template, without a request to the AI. The slideshow and its row commit together. */
async function fillRow(deps: RowDeps, { batch, row, run, template }: RowStep & { template: SlideshowTemplate }): Promise<void> {
  const { db, settings } = deps
  const { userId, companyId } = row
  const { candidates, lastFirst } = await readPhotoLibrary(db, userId, { companyId, projectId: null })
  const chooser = createPhotoChooser({ topic: row.cells.map(([, text]) => text).join(' '), random: Math.random, notFirst: lastFirst })
  chooser.add(candidates)
  const photo = () => Promise.resolve(chooser.next(''))
  const texts = (slots: readonly TemplateSlot[]) =>
    Promise.resolve(new Map(slots.map(({ ref, name }) => [ref, cellOf(row, columnOf(name))])))
  const brand = await db.asUser(userId, (tx) => readLogoBrand(tx, userId, companyId))
  const look = lookOfRow({ batch, row })
  const filled = inLookOfTemplate(fillTemplateSlides(template, { texts, photo }), {
    look: look && availableLook(look, brand),
    brand,
    template: template.slides,
    photoMaps: (paths) => photoMapsOf(deps, userId, paths),
  })
  const slides: Slide[] = []
  for await (const slide of filled) slides.push(slide)
  try {
    await run.write(async (tx) => {
      const remained = neverWordsIn(slides, brand?.neverWords ?? [])
      await insertProject(tx, settings.now().storageQuota, {
        id: projectIdOf(row),
        userId,
        title: cutText(titleOf(row).replaceAll(/\s+/g, ' '), PROJECT_TITLE_MAX),
        topic: '',
        contentType: template.contentType,
        contentStyle: CONTENT_TYPES[template.contentType].contentStyle,
        companyId,
        slides,
        ...(remained.length > 0 && { neverWords: { replaced: [], remained } }),
      })
      await markDone(tx, row)
    })
  } catch (error) {
    // Another process was first.
    if (isUniqueViolation(error)) throw new Superseded()
    throw error
  }
}
