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

/** A text that begins like a formula gets an apostrophe, also one that has apostrophes of its own: `unguarded` takes away exactly one. */
export function guarded(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/** Takes the apostrophe away that keeps a spreadsheet from taking a text for a formula. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
