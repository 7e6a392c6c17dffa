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
