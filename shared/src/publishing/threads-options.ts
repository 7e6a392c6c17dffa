import { z } from 'zod'
import { META_OPTIONS } from './meta-options.ts'

export const threadsOptionsSchema = z.strictObject({ platform: z.literal('threads'), ...META_OPTIONS })
export type ThreadsOptions = z.infer<typeof threadsOptionsSchema>
