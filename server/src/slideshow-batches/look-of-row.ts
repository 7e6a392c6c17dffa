import { LOOK_IDS, type LookId } from '@ninesixteen/shared/looks/look-ids'
import { cellOf, type BatchEntry, type RowEntry } from './batch-rows.ts'

/** The look that a cell names; null for a name of none. */
export const lookNamed = (name: string): LookId | null => LOOK_IDS.find((id) => id === name.toLowerCase()) ?? null

/** The look of a row, else of its table; null for that of the template or the company. */
export const lookOfRow = ({ batch, row }: { batch: BatchEntry; row: RowEntry }): LookId | null =>
  lookNamed(cellOf(row, 'look')) ?? batch.look
