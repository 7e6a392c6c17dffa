import { z } from 'zod'
import { PLATFORM_IDS, PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { POST_OPTIONS } from '@ninesixteen/shared/publishing/platforms'

/*
 * The options of a platform, as columns of a table. They are read from the schemas of the options, so that the columns of
 * another platform are there when its schema is.
 */

/** How a cell is read and written. */
type CellKind = { type: 'yes-no' } | { type: 'number' } | { type: 'text' } | { type: 'list' } | { type: 'word'; words: readonly string[] }

interface OptionCell {
  /** Name of the option. */
  key: string
  /** Name of the column: `allow_comments`. */
  column: string
  kind: CellKind
}

interface PropertySchema {
  type?: string
  enum?: string[]
  anyOf?: PropertySchema[]
}

const cellsOf = Object.fromEntries(PLATFORM_IDS.map((platform) => [platform, optionCells(platform)])) as Record<PlatformId, OptionCell[]>

/** The columns of all platforms, each once. */
export const OPTION_COLUMNS: readonly string[] = [
  ...new Set(PLATFORM_IDS.flatMap((platform) => cellsOf[platform].map(({ column }) => column))),
]

function optionCells(platform: PlatformId): OptionCell[] {
  const { properties = {} } = z.toJSONSchema(POST_OPTIONS[platform], { io: 'input' }) as { properties?: Record<string, PropertySchema> }
  return Object.entries(properties).flatMap(([key, schema]) =>
    key === 'platform' ? [] : [{ key, column: key.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`), kind: kindOf(schema) }],
  )
}

function kindOf(schema: PropertySchema): CellKind {
  const { type, enum: words } = schema.anyOf?.find((candidate) => candidate.type !== 'null') ?? schema
  if (words) return { type: 'word', words }
  if (type === 'boolean') return { type: 'yes-no' }
  if (type === 'integer' || type === 'number') return { type: 'number' }
  return { type: type === 'array' ? 'list' : 'text' }
}

export interface CellError {
  column: string
  message: string
}

export interface ReadOptions {
  /** As entered, without defaults; incomplete where there are faults. */
  options: Record<string, unknown>
  faults: CellError[]
}

/** Reads the options of a post from its cells; an empty cell sets nothing. A draft may lack required options. */
export function readOptions(platform: PlatformId, cells: ReadonlyMap<string, string>, { isDraft }: { isDraft: boolean }): ReadOptions {
  const options: Record<string, unknown> = { platform }
  const faults: CellError[] = []
  for (const column of OPTION_COLUMNS) {
    const text = cells.get(column) ?? ''
    if (text === '') continue
    const cell = cellsOf[platform].find((candidate) => candidate.column === column)
    const value = cell ? readCell(cell.kind, text) : undefined
    if (!cell) faults.push({ column, message: `${PLATFORMS[platform].label} has no ${column}. Leave this empty.` })
    else if (value === undefined) faults.push({ column, message: expectedMessage(cell.kind) })
    else options[cell.key] = value
  }
  if (faults.length > 0 || isDraft) return { options, faults }
  const parsed = POST_OPTIONS[platform].safeParse(options)
  return { options, faults: parsed.success ? [] : schemaFaults(platform, parsed.error) }
}

function schemaFaults(platform: PlatformId, { issues }: z.ZodError): CellError[] {
  return issues.map(({ path, message, code }) => {
    const column = cellsOf[platform].find(({ key }) => key === path[0])?.column ?? 'platform'
    // The schemas' own messages are written for people, the library's are not.
    return {
      column,
      message: code === 'custom' ? `${message}.`.replace(/\.\.$/, '.') : `${PLATFORMS[platform].label} does not accept this ${column}.`,
    }
  })
}

const YES = new Set(['yes', 'true', '1', 'y', 'on'])
const NO = new Set(['no', 'false', '0', 'n', 'off'])

function readCell(kind: CellKind, text: string): unknown {
  switch (kind.type) {
    case 'yes-no': {
      const word = text.toLowerCase()
      return YES.has(word) ? true : NO.has(word) ? false : undefined
    }
    case 'number':
      return /^\d{1,9}$/.test(text) ? Number(text) : undefined
    case 'word':
      return kind.words.find((word) => normalized(word) === normalized(text))
    case 'list':
      return text.split(SEPARATOR).map((part) => part.trim())
    case 'text':
      return text
  }
}

/** Separates list items, because commas are part of sentences. */
const SEPARATOR = '|'

const normalized = (word: string) => word.toLowerCase().replaceAll(/[^a-z\d]+/g, '')

function expectedMessage(kind: CellKind): string {
  switch (kind.type) {
    case 'yes-no':
      return 'Enter yes or no.'
    case 'number':
      return 'Enter a whole number.'
    case 'word':
      return `Write one of ${kind.words.join(', ')}.`
    case 'list':
    case 'text':
      return 'This cannot be read.'
  }
}

/** The options of a post as cells; missing options are empty. */
export function writeOptions(platform: PlatformId, options: Readonly<Record<string, unknown>>): Map<string, string> {
  return new Map(cellsOf[platform].map(({ key, column }) => [column, writeCell(options[key])]))
}

function writeCell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.some((part) => part !== '') ? value.join(SEPARATOR) : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
