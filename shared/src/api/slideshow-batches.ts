import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CONTENT_TYPE_IDS } from '../content-types/ids.ts'
import { LOOK_IDS } from '../looks/look-ids.ts'
import { BATCHES_LISTED, TABLE_BYTES_MAX } from './limits.ts'
import { rowErrorSchema } from './posts-csv.ts'

export const BATCH_STATES = ['running', 'done', 'cancelled'] as const
export const BATCH_ROW_STATES = ['waiting', 'done', 'failed', 'cancelled'] as const
export type BatchRowState = (typeof BATCH_ROW_STATES)[number]

const tableSchema = z.object({
  /** The text of a CSV file, whose first line names the columns: `topic`, `language`, `company`, `look`, or texts of the template. */
  text: z.string().max(TABLE_BYTES_MAX),
  /** Null to write in a content type. */
  templateId: z.uuid().nullable().default(null),
  contentType: z.enum(CONTENT_TYPE_IDS).default('numbered-list'),
  /** The company of lines without one. */
  companyId: z.uuid().nullable().default(null),
  /** The look of lines without one. Absent: that of the template, else of the company. */
  look: z.enum(LOOK_IDS).optional(),
})
export type SlideshowTable = z.infer<typeof tableSchema>

const tableRowSchema = z.object({
  line: z.number().int(),
  title: z.string(),
  company: z.string().nullable(),
  language: z.string(),
  /** Whether the AI writes it; otherwise its texts are used as they are. */
  isWritten: z.boolean(),
  warnings: z.array(z.string()),
})
export type SlideshowTableRow = z.infer<typeof tableRowSchema>

export const slideshowBatchSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  state: z.enum(BATCH_STATES),
  /** Why it waits, such as for tomorrow's quota; null while it doesn't. */
  reason: z.string().nullable(),
  counts: z.record(z.enum(BATCH_ROW_STATES), z.number().int()),
  createdAt: z.iso.datetime({ offset: true }),
})
export type SlideshowBatch = z.infer<typeof slideshowBatchSchema>

export const batchRowSchema = z.object({
  line: z.number().int(),
  title: z.string(),
  state: z.enum(BATCH_ROW_STATES),
  /** Null while it is not written, and once it was deleted. */
  projectId: z.uuid().nullable(),
  /** Why it failed. */
  message: z.string().nullable(),
})
export type BatchRow = z.infer<typeof batchRowSchema>

export const wholeBatchSchema = slideshowBatchSchema.extend({ rows: z.array(batchRowSchema) })
export type WholeBatch = z.infer<typeof wholeBatchSchema>

const byId = z.object({ id: z.uuid() })

/** Many slideshows of one table, written in the background. Translations are batches, too, but not listed. */
export const slideshowBatchesContract = {
  /** The result for each line, without writing anything. `requests` are those to the AI. */
  check: oc
    .route({ method: 'POST', path: '/slideshow-tables/check' })
    .input(tableSchema)
    .output(z.object({ rows: z.array(tableRowSchema), faults: z.array(rowErrorSchema), requests: z.number().int() })),
  /** Starts the lines without a fault; TABLE_REFUSED if there is none or the columns have one. The same request again starts nothing further. */
  start: oc
    .route({ method: 'POST', path: '/slideshow-tables', successStatus: 201 })
    .input(tableSchema.extend({ requestId: z.uuid(), title: z.string().trim().min(1).max(120) }))
    .output(slideshowBatchSchema),
  /** The newest BATCHES_LISTED. */
  list: oc.route({ method: 'GET', path: '/slideshow-batches' }).output(z.array(slideshowBatchSchema).max(BATCHES_LISTED)),
  get: oc.route({ method: 'GET', path: '/slideshow-batches/{id}' }).input(byId).output(wholeBatchSchema),
  /** Lines that are not written yet stay unwritten. */
  cancel: oc.route({ method: 'POST', path: '/slideshow-batches/{id}/cancel' }).input(byId).output(slideshowBatchSchema),
  /** Writes failed and cancelled lines again. */
  retry: oc.route({ method: 'POST', path: '/slideshow-batches/{id}/retry' }).input(byId).output(slideshowBatchSchema),
  /** The failed lines as CSV, with their reasons. */
  failures: oc
    .route({ method: 'GET', path: '/slideshow-batches/{id}/failures' })
    .input(byId)
    .output(z.object({ text: z.string() })),
  /** Its slideshows stay. */
  remove: oc.route({ method: 'DELETE', path: '/slideshow-batches/{id}' }).input(byId),
}
