import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import { shapeFindings } from '../preflight/shape-findings.ts'
import { readAccount, readProject, type AccountLookup, type ProjectLookup, type Lookups } from './lookups.ts'
import { readOptions, type CellError } from './option-columns.ts'
import { readKindCell, readTextCells, readTimeCells, type Read } from './read-cells.ts'
import type { RowError, TableRow } from './read-table.ts'

/** A row that can become a post. */
export interface PlannedRow {
  line: number
  project: ProjectLookup
  account: AccountLookup
  kind: PostKind
  options: Record<string, unknown>
  /** Null for a draft. */
  at: Date | null
  zone: string
  caption: string
  description: string
}

export interface PlanContext {
  lookups: Lookups
  /** Default for rows without a time zone. */
  zone: string
  now: Date
}

/** Plans the posts of a table; lists every error with its line and column. */
export function planPosts(rows: readonly TableRow[], context: PlanContext): { plans: PlannedRow[]; faults: RowError[] } {
  const plans: PlannedRow[] = []
  const faults: RowError[] = []
  for (const row of rows) {
    const read = planPost(row, context)
    if ('value' in read) plans.push(read.value)
    else faults.push(...read.faults.map((fault) => ({ line: row.line, ...fault })))
  }
  return { plans, faults }
}

function planPost({ line, cells }: TableRow, { lookups, zone: defaultZone, now }: PlanContext): Read<PlannedRow> {
  const faults: CellError[] = []
  const valueOf = <T>(read: Read<T>): T | undefined => {
    if ('value' in read) return read.value
    faults.push(...read.faults)
    return undefined
  }
  const project = valueOf(readProject(cells, lookups))
  const account = valueOf(readAccount(cells, lookups))
  const kind = valueOf(readKindCell(cells))
  const time = valueOf(readTimeCells(cells, { zone: defaultZone, now }))
  const texts = valueOf(readTextCells(cells))
  const parsedOptions = account && readOptions(account.platform, cells, { isDraft: time?.at === null })
  if (parsedOptions) faults.push(...parsedOptions.faults)
  if (project && account && kind && time && parsedOptions)
    faults.push(...contentFaults({ project, account, kind, options: parsedOptions.options, at: time.at }))
  if (!project || !account || !kind || !time || !texts || !parsedOptions || faults.length > 0) return { faults }
  return { value: { line, project, account, kind, options: parsedOptions.options, at: time.at, zone: time.zone, ...texts } }
}

type RowContent = Pick<PlannedRow, 'project' | 'account' | 'kind' | 'options' | 'at'>

function contentFaults({ project, account, kind, options, at: time }: RowContent): CellError[] {
  if (kind === 'video') {
    // The user picks its photos in the studio.
    const isOfPhotos = project.contentType === 'multi-photo-video'
    return isOfPhotos ? [{ column: 'kind', message: 'A video of several photos is scheduled from the studio.' }] : []
  }
  const shape = { platform: account.platform, kind, options, pictures: project.slides, time }
  const stops = shapeFindings(shape).filter(({ severity }) => severity === 'stop')
  return stops.map(({ code, message }) => ({ column: code === 'format' ? 'format' : 'project', message }))
}
