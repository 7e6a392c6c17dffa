import { oc } from '@orpc/contract'
import { z } from 'zod'
import { POST_KINDS } from '../publishing/delivery.ts'
import { platformSchema } from './accounts.ts'
import { TABLE_BYTES_MAX } from './limits.ts'
import { zoneSchema } from './time-fields.ts'

const moment = z.iso.datetime({ offset: true })

/** A reason why a line cannot become a post. */
export const rowErrorSchema = z.object({
  /** 1-based, as spreadsheets count; of a post over several lines, its first. */
  line: z.number().int(),
  /** Null where it is about the whole line. */
  column: z.string().nullable(),
  message: z.string(),
})
export type RowError = z.infer<typeof rowErrorSchema>

/** Result for a line. */
export const csvPostSchema = z.object({
  line: z.number().int(),
  projectTitle: z.string(),
  platform: platformSchema,
  username: z.string(),
  kind: z.enum(POST_KINDS),
  /** Null for a draft. */
  scheduledTime: moment.nullable(),
  timeZone: z.string(),
  caption: z.string(),
  /** Worth knowing, and no reason not to. */
  warnings: z.array(z.string()),
})
export type CsvPost = z.infer<typeof csvPostSchema>

const tableSchema = z.object({
  /** The CSV file's text, with a first line of column names. */
  text: z.string().max(TABLE_BYTES_MAX),
  /** Time zone of times without one. */
  zone: zoneSchema,
})

/** Imports posts from CSV, for example an export. server/src/posts/csv/post-columns.ts has the columns. */
export const postsCsvContract = {
  /** The result for each line, without creating anything. */
  check: oc
    .route({ method: 'POST', path: '/post-tables/check' })
    .input(tableSchema)
    .output(z.object({ posts: z.array(csvPostSchema), faults: z.array(rowErrorSchema) })),
  /** Creates all posts, or none with TABLE_REFUSED. The same request again creates no more. */
  take: oc
    .route({ method: 'POST', path: '/post-tables', successStatus: 201 })
    .input(tableSchema.extend({ requestId: z.uuid() }))
    .output(z.object({ posts: z.number().int() })),
}
