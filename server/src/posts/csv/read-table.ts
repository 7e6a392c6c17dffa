import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { TABLE_BYTES_MAX } from '@ninesixteen/shared/api/limits'
import { columnOf } from '@ninesixteen/shared/text/column-of'
import { unguarded } from './post-columns.ts'

export interface RowError {
  /** 1-based, of the file; the first line of a post that goes over several. */
  line: number
  column: string | null
  message: string
}

export interface TableRow {
  line: number
  /** By the names of the columns; without the empty ones. */
  cells: Map<string, string>
}

export interface ReadTable {
  rows: TableRow[]
  faults: RowError[]
}

/** Enough for a caption, a description and alternative texts. */
const RECORD_MAX = 300_000

/** A record of the library with its position. */
const recordsSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))
type TableRecord = z.infer<typeof recordsSchema>[number]

export interface TableForm {
  /** Known columns. */
  columns: readonly string[]
  /** Names the lines, such as "posts". */
  plural: string
  /** Most lines below the first one. */
  most: number
}

/** Reads a table (RFC 4180; separated by commas, semicolons or tabs): the rows, or what is wrong with the file itself. */
export function readTable(text: string, { columns, plural, most }: TableForm): ReadTable {
  if (Buffer.byteLength(text) > TABLE_BYTES_MAX) return failed(1, 'This file is larger than 1 MB. Split it into several.')
  let records: TableRecord[]
  try {
    const parsed: unknown = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      max_record_size: RECORD_MAX,
      to: most + 2,
    })
    records = recordsSchema.parse(parsed)
  } catch (error) {
    if (error instanceof CsvError) return failed(Number(error['lines'] ?? 1), messageOf(error))
    throw error
  }
  const [head, ...rest] = records
  if (!head || rest.length === 0) return failed(1, `There are no ${plural} in this file.`)
  if (rest.length > most) {
    return failed(head.info.lines, `At most ${most} ${plural} can be imported from one file. Split it into several.`)
  }
  return readRows(head, rest, columns)
}

function readRows(head: TableRecord, rest: readonly TableRecord[], columns: readonly string[]): ReadTable {
  const names = head.record.map(columnOf)
  const faults = headFaults(names, columns)
  const rows = rest.map(({ record, info }): TableRow => {
    // The library reports the line on which a record ends.
    const line = info.lines - lineBreaks(record)
    if (record.slice(names.length).some((cell) => cell.trim() !== '')) {
      faults.push({ line, column: null, message: 'This line has more cells than there are columns. Put texts with commas into quotes.' })
    }
    const cells = names.map((name, index): [string, string] => [name, unguarded(record[index] ?? '').trim()])
    return { line, cells: new Map(cells.filter(([, cell]) => cell !== '')) }
  })
  return { rows, faults }
}

function headFaults(names: readonly string[], columns: readonly string[]): RowError[] {
  const unknown = names.filter((name) => name !== '' && !columns.includes(name))
  const duplicates = names.filter((name, index) => name !== '' && names.indexOf(name) < index)
  return [
    ...unknown.map((name) => ({ line: 1, column: name.slice(0, 60), message: `Unknown column: ${name.slice(0, 60)}.` })),
    ...duplicates.map((name) => ({ line: 1, column: name, message: `The column ${name} appears twice.` })),
  ]
}

/** The most frequent separator of the first line: many locales write semicolons. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1)
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ','
}

function lineBreaks(record: readonly string[]): number {
  return record.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}

function messageOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote is opened here and never closed.'
  if (code === 'CSV_MAX_RECORD_SIZE') return 'This line is too long.'
  return 'There is a quote in the middle of a cell here. Put the whole cell in quotes, and double each quote inside it.'
}

function failed(line: number, message: string): ReadTable {
  return { rows: [], faults: [{ line, column: null, message }] }
}
