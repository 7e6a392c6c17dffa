import { and, eq, sql } from 'drizzle-orm'
import type { Translation } from '@ninesixteen/shared/api/translations'
import { REWRITE_TEXTS_MAX } from '@ninesixteen/shared/api/limits'
import { PROJECT_TITLE_MAX } from '@ninesixteen/shared/api/projects'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { AppError } from '@ninesixteen/shared/errors'
import { isLookBox } from '@ninesixteen/shared/looks/undress'
import { withText } from '@ninesixteen/shared/slide/emphasis'
import { slideSchema, textBoxSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { cutText } from '@ninesixteen/shared/text/rules'
import type { Tx } from '../db/db.ts'
import { projects } from '../db/schema-projects.ts'
import { derivedId } from '../derived-id.ts'
import { requestDigest } from '../idempotency/idempotency-keys.ts'
import { ownProject, ownWholeProject, type ProjectRow } from '../projects/project-rows.ts'
import { insertProject, saveProject } from '../projects/project-saves.ts'
import { copySound } from '../sound/project-sound.ts'
import { readBrand } from './brands.ts'
import { readCompany } from './generation-request.ts'
import type { CallParts } from './idempotent-call.ts'
import { neverWordsIn } from './replace-never-words.ts'
import { runRewrite, type Rewrite } from './rewrite.ts'

/** References the texts of a slideshow that are no boxes. */
const TITLE_REF = '@title'
const ALT_REF = '@alt'

export interface TranslationRequest extends Translation {
  /** The original. */
  projectId: string
  /** The same request again asks the model for nothing that it has answered. */
  requestId: string
}

interface TranslationRun {
  request: TranslationRequest
  model: string
  /** The user's storage quota, in bytes. */
  quota: number
  signal: AbortSignal
  /** Saves the variant in a transaction of the caller, and gets its id. */
  save(saveVariant: (tx: Tx) => Promise<string>): Promise<void>
}

interface Source {
  row: ProjectRow
  slides: Slide[]
  context: Pick<Rewrite, 'topic' | 'company' | 'brand' | 'model'>
}

/**
 * Writes a slideshow in another language, as a variant that is linked to it, or as the next version of the variant that `replaces` names. Throws
 * VARIANT_EXISTS and VERSION_CONFLICT.
 */
export async function translateSlideshow(parts: CallParts, userId: string, translation: TranslationRun): Promise<void> {
  const source = await parts.db.asUser(userId, (tx) => readSource(tx, userId, translation))
  const found = await translateTexts(parts, userId, { source, translation })
  const slides = source.slides.map((slide) => translated(slide, found))
  const title = cutText(found.get(`${TITLE_REF} ${TITLE_REF}`)?.replaceAll('\n', ' ') ?? source.row.title, PROJECT_TITLE_MAX)
  await translation.save((tx) => saveVariant(tx, userId, { source, translation, title, slides }))
}

const hasLanguage = (userId: string, group: string, language: string) =>
  and(eq(projects.userId, userId), eq(projects.variantGroup, group), sql`lower(${projects.language}) = lower(${language})`)

/** Throws VARIANT_EXISTS for a language that the slideshow has, and NOT_FOUND for a variant to replace that isn't its own in this language. */
export async function requireTranslatable(
  tx: Tx,
  userId: string,
  { source: { status, variantGroup: group }, language, replaces }: Translation & { source: ProjectRow },
): Promise<void> {
  if (status === 'generating') throw new AppError('STILL_GENERATING')
  if (replaces !== null) {
    const replaced = await ownProject(tx, userId, replaces.id)
    const isVariant = group !== null && replaced.variantGroup === group && replaced.language?.toLowerCase() === language.toLowerCase()
    if (!isVariant) throw new AppError('NOT_FOUND')
  } else if (group !== null && (await tx.$count(projects, hasLanguage(userId, group, language))) > 0)
    throw new AppError('VARIANT_EXISTS', { language })
}

async function readSource(tx: Tx, userId: string, { request, model }: TranslationRun): Promise<Source> {
  const { row, slides } = await ownWholeProject(tx, userId, request.projectId)
  await requireTranslatable(tx, userId, { source: row, ...request })
  const company = await readCompany(tx, userId, row.companyId)
  const brand = await readBrand(tx, userId, row.companyId)
  const context = { topic: row.topic, company: company && { name: company.name, description: company.description }, brand, model }
  return { row, slides: slides.map((slide) => slideSchema.parse(slide)), context }
}

const textBox = (id: string, text: string) => textBoxSchema.parse({ id, text })

/** The slide with only what a translation changes: neither page numbers, which follow from the order of the slides, nor a look's ornaments. */
function texts({ textBoxes, altText, ...slide }: Slide): Slide {
  const boxes = textBoxes.filter(({ id, text, pageNumber }) => pageNumber === undefined && !isLookBox(id) && text.trim() !== '')
  return { ...slide, textBoxes: [...boxes, ...(altText === undefined ? [] : [textBox(ALT_REF, altText)])] }
}

/** Slides in groups of at most as many texts as one request takes. */
function groupsOf(slides: readonly Slide[]): Slide[][] {
  const groups: Slide[][] = []
  let count = Infinity
  for (const slide of slides) {
    // A slide of more texts than a request takes is cut: it has dozens.
    const own = { ...slide, textBoxes: slide.textBoxes.slice(0, REWRITE_TEXTS_MAX) }
    count += own.textBoxes.length
    if (count > REWRITE_TEXTS_MAX) {
      groups.push([])
      count = own.textBoxes.length
    }
    groups.at(-1)?.push(own)
  }
  return groups
}

/** The translated texts, by slide and box. */
async function translateTexts(
  parts: CallParts,
  userId: string,
  { source, translation }: { source: Source; translation: TranslationRun },
): Promise<Map<string, string>> {
  const { language, requestId } = translation.request
  const title: Slide = slideSchema.parse({ id: TITLE_REF, textBoxes: [textBox(TITLE_REF, source.row.title)] })
  const groups = groupsOf([title, ...source.slides.map(texts).filter(({ textBoxes }) => textBoxes.length > 0)])
  const found = new Map<string, string>()
  for (const [index, [slide, ...further]] of groups.entries()) {
    if (!slide) continue
    const request: Rewrite['request'] = {
      contentType: source.row.contentType as ContentTypeId,
      slide,
      further,
      target: { kind: 'slides' },
      how: 'translate',
      tone: '',
      language,
      neighbours: [],
    }
    const reply = await runRewrite(parts, userId, {
      rewrite: { ...source.context, request },
      idempotencyKey: { key: derivedId(`${requestId} texts ${index}`), digest: requestDigest('translation', request) },
      signal: translation.signal,
    })
    for (const { slideId, boxId, text } of reply.texts) found.set(`${slideId} ${boxId}`, text)
  }
  return found
}

function translated(slide: Slide, found: ReadonlyMap<string, string>): Slide {
  const textBoxes = slide.textBoxes.map((box) => withText(box, found.get(`${slide.id} ${box.id}`) ?? box.text))
  const named = slide.textBoxes.findIndex(({ text }) => text === slide.title)
  const altText = found.get(`${slide.id} ${ALT_REF}`)
  return { ...slide, textBoxes, title: textBoxes[named]?.text.slice(0, 300) ?? slide.title, ...(altText !== undefined && { altText }) }
}

interface Variant {
  source: Source
  translation: TranslationRun
  title: string
  slides: Slide[]
}

/** Returns the id of the variant. */
async function saveVariant(tx: Tx, userId: string, { source: { row, context }, translation, title, slides }: Variant): Promise<string> {
  const { language, replaces, requestId } = translation.request
  const remained = neverWordsIn(slides, context.brand?.neverWords ?? [])
  const neverWords = remained.length > 0 ? { replaced: [], remained } : null
  if (replaces !== null) {
    const save = { ...replaces, quota: translation.quota, saveId: derivedId(`${requestId} save`), title, slides }
    const saved = await saveProject(tx, userId, save)
    if (!('version' in saved)) throw new AppError('VERSION_CONFLICT')
    await tx
      .update(projects)
      .set({ translatedVersion: row.version, neverWords })
      .where(and(eq(projects.userId, userId), eq(projects.id, replaces.id)))
    return replaces.id
  }
  const [linked] = await tx
    .update(projects)
    .set({ variantGroup: sql`coalesce(${projects.variantGroup}, ${projects.id})` })
    .where(and(eq(projects.userId, userId), eq(projects.id, row.id)))
    .returning({ group: projects.variantGroup })
  const group = linked?.group
  if (!group) throw new AppError('NOT_FOUND')
  // The row above is locked: two translations into one language come one after the other.
  if ((await tx.$count(projects, hasLanguage(userId, group, language))) > 0) throw new AppError('VARIANT_EXISTS', { language })
  const { topic, contentType, contentStyle, companyId } = row
  const variant = await insertProject(tx, translation.quota, {
    id: derivedId(`${requestId} variant`),
    userId,
    title,
    topic,
    contentType,
    contentStyle,
    companyId,
    slides,
    neverWords,
    variantGroup: group,
    language,
    translatedVersion: row.version,
  })
  await copySound(tx, userId, { from: row.id, to: variant.id })
  return variant.id
}
