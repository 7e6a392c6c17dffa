import { TABLE_LINES_MAX } from '@ninesixteen/shared/api/limits'
import { OPTION_COLUMNS } from './option-columns.ts'

/** Columns that make a post, in the order in which they are written. */
export const READ_COLUMNS = [
  'project',
  'project_id',
  'platform',
  'account',
  'date',
  'time',
  'time_zone',
  'kind',
  'caption',
  'description',
  ...OPTION_COLUMNS,
] as const

/** The outcome of a post: the export writes it, the import ignores it. */
export const EXPORTED_COLUMNS = ['id', 'status', 'published_at', 'link', 'error'] as const

/** The form of a table of posts. */
export const POST_TABLE = { columns: [...READ_COLUMNS, ...EXPORTED_COLUMNS], plural: 'posts', most: TABLE_LINES_MAX }

/** Matches the start of a formula in a spreadsheet, after any number of apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** Prefixes a text that starts like a formula with an apostrophe, also after its own apostrophes: `unguarded` removes exactly one. */
export function guarded(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/** Removes the apostrophe that keeps a spreadsheet from evaluating the text. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
