import { asc, eq } from 'drizzle-orm'
import type { SlideshowTable, SlideshowTableRow } from '@ninesixteen/shared/api/slideshow-batches'
import { BATCH_ROWS_MAX, LANGUAGE_MAX, TOPIC_MAX } from '@ninesixteen/shared/api/limits'
import { findNeverWords } from '@ninesixteen/shared/brand/never-words'
import { TABLE_TYPES } from '@ninesixteen/shared/content-types/ids'
import { AppError } from '@ninesixteen/shared/errors'
import { LOOK_IDS } from '@ninesixteen/shared/looks/look-ids'
import { MAX_BOX_TEXT } from '@ninesixteen/shared/slide/limits'
import { RESERVED_COLUMNS, TABLE_COLUMNS } from '@ninesixteen/shared/slideshow-templates/limits'
import { columnOf } from '@ninesixteen/shared/text/column-of'
import type { SlideshowTemplate } from '@ninesixteen/shared/slideshow-templates/model'
import { charactersOf } from '@ninesixteen/shared/slideshow-templates/slots'
import type { Tx } from '../db/db.ts'
import { companies } from '../db/schema-companies.ts'
import { readBrand } from '../generation/brands.ts'
import { readTable, type RowError, type TableRow } from '../posts/csv/read-table.ts'
import { lookNamed } from './look-of-row.ts'
import { readTemplate } from '../slideshow-templates/template-rows.ts'

/** A line that can become a slideshow. */
export interface PlannedRow {
  shown: SlideshowTableRow
  cells: [string, string][]
  companyId: string | null
}

interface Known {
  table: SlideshowTable
  /** The template’s texts; null without a template. */
  texts: ReturnType<typeof textsOf> | null
  companies: readonly { id: string; name: string }[]
}

export interface PlannedTable {
  planned: PlannedRow[]
  faults: RowError[]
  template: SlideshowTemplate | null
}

/** Plans what each line of a table becomes. Throws NOT_FOUND for a template or company that isn't the user's. */
export async function planTable(tx: Tx, userId: string, table: SlideshowTable): Promise<PlannedTable> {
  if (table.templateId === null && !TABLE_TYPES.includes(table.contentType)) throw new AppError('INVALID_INPUT', { fields: 'contentType' })
  const template = table.templateId === null ? null : await readTemplate(tx, userId, table.templateId)
  const own = await tx
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(eq(companies.userId, userId))
    .orderBy(asc(companies.createdAt))
  if (table.companyId !== null && !own.some(({ id }) => id === table.companyId)) throw new AppError('NOT_FOUND')
  const texts = template && textsOf(template)
  const columns = [...RESERVED_COLUMNS, ...(texts ?? []).map(({ column }) => column)]
  const { rows, faults } = readTable(table.text, { columns, plural: 'slideshows', most: BATCH_ROWS_MAX })
  const planned = rows.map((row) => planRow(row, { table, texts, companies: own }))
  const words = await neverWordsOf(tx, userId, planned)
  return {
    planned: planned.flatMap(({ row }) => (row ? [withWords(row, words)] : [])),
    faults: [...faults, ...planned.flatMap((one) => one.faults)],
    template,
  }
}

/** The texts that a table can fill, by their columns. */
function textsOf(template: SlideshowTemplate) {
  return template.slots.flatMap(({ kind, name, slideId, ref }) => {
    const box = template.slides.find(({ id }) => id === slideId)?.textBoxes.find(({ id }) => id === ref)
    return kind === 'text' && box ? [{ column: columnOf(name), name, slideId, ref, box }] : []
  })
}

function planRow(
  { line, cells }: TableRow,
  { table, texts: columns, companies: own }: Known,
): { row: PlannedRow | null; faults: RowError[] } {
  const faults: RowError[] = []
  const fault = (column: string | null, message: string) => void faults.push({ line, column, message })
  const texts = (columns ?? []).map((text) => ({ ...text, value: cells.get(text.column) ?? '' }))
  const given = texts.filter(({ value }) => value !== '')
  const [topic, language, companyName, look] = TABLE_COLUMNS.map((column) => cells.get(column) ?? '')
  if (topic && given.length > 0) fault('topic', 'Enter a topic, or the texts themselves, not both.')
  else if (!topic && given.length === 0) fault('topic', columns ? 'Enter a topic or the texts of the template.' : 'Enter a topic.')
  if (topic && topic.length > TOPIC_MAX) fault('topic', `The topic is too long: ${topic.length} of at most ${TOPIC_MAX} characters.`)
  if (language && language.length > LANGUAGE_MAX) fault('language', `At most ${LANGUAGE_MAX} characters.`)
  for (const { column, value } of given)
    if (value.length > MAX_BOX_TEXT) fault(column, `This text is too long: ${value.length} of at most ${MAX_BOX_TEXT} characters.`)
  const named = companyName ? own.filter(({ id, name }) => id === companyName || name.toLowerCase() === companyName.toLowerCase()) : []
  if (companyName && named.length === 0) fault('company', 'No company has this name or id.')
  if (look && lookNamed(look) === null) fault('look', `No look has this name. Looks are ${LOOK_IDS.join(', ')}.`)
  if (named.length > 1) fault('company', 'Several companies have this name. Enter the id of one.')
  if (faults.length > 0) return { row: null, faults }
  const companyId = named[0]?.id ?? table.companyId
  const long = given.filter(({ value, box }) => value.length > charactersOf(box)).map(({ name }) => name)
  const empty = topic ? [] : texts.filter(({ value }) => value === '').map(({ name }) => name)
  const shown: SlideshowTableRow = {
    line,
    title: (topic || given[0]?.value) ?? '',
    company: own.find(({ id }) => id === companyId)?.name ?? null,
    language: language ?? '',
    isWritten: topic !== '' && (columns === null || texts.length > 0),
    warnings: [
      ...(long.length > 0 ? [`May not fit: ${long.join(', ')}.`] : []),
      ...(empty.length > 0 ? [`Stays empty: ${empty.join(', ')}.`] : []),
    ],
  }
  return { row: { shown, cells: [...cells], companyId }, faults }
}

/** Words that the brands of the companies never use, by company. */
async function neverWordsOf(tx: Tx, userId: string, planned: readonly { row: PlannedRow | null }[]): Promise<Map<string, string[]>> {
  const ids = new Set(planned.flatMap(({ row }) => (row?.companyId ? [row.companyId] : [])))
  const words = new Map<string, string[]>()
  for (const id of ids) words.set(id, (await readBrand(tx, userId, id))?.neverWords ?? [])
  return words
}

/** Texts that are used as they are keep such words: the user is told. */
function withWords(row: PlannedRow, words: ReadonlyMap<string, readonly string[]>): PlannedRow {
  const never = words.get(row.companyId ?? '') ?? []
  const found = row.shown.isWritten ? [] : findNeverWords(row.cells.map(([, text]) => text).join('\n'), never)
  if (found.length === 0) return row
  const warning = `Has words that the brand never uses: ${found.join(', ')}.`
  return { ...row, shown: { ...row.shown, warnings: [...row.shown.warnings, warning] } }
}
