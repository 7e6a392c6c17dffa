import { oc } from '@orpc/contract'
import { z } from 'zod'
import { filePathSchema } from '../slide/model.ts'
import { AI_PHOTO_PROMPT_MAX, AI_PHOTOS_AT_ONCE } from './limits.ts'

export const AI_PHOTO_SHAPES = ['tall', 'square', 'wide'] as const

export const aiPhotoJobSchema = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'done', 'failed', 'cancelled']),
  prompt: z.string(),
  wanted: z.number().int(),
  /** Storage paths of the photos so far, which are in the library. */
  paths: z.array(filePathSchema),
  /** Why photos are missing, for the user. */
  problem: z.string().nullable(),
})
export type AiPhotoJob = z.infer<typeof aiPhotoJobSchema>

/** Photos that an AI makes. They take minutes, so a job runs on the server and the page asks for its state. */
export const aiPhotosContract = {
  /** Whether the server or the user has an images API, and how many photos the user may still have made today (UTC); null without a limit. */
  state: oc
    .route({ method: 'GET', path: '/ai-photos' })
    .output(z.object({ isReady: z.boolean(), left: z.number().int().nullable(), running: aiPhotoJobSchema.nullable() })),
  /** Starts a job under the caller's unique `id`; a retry with the same `id` starts nothing. */
  start: oc
    .route({ method: 'POST', path: '/ai-photos' })
    .input(
      z.object({
        id: z.uuid(),
        prompt: z.string().trim().min(1).max(AI_PHOTO_PROMPT_MAX),
        count: z.number().int().min(1).max(AI_PHOTOS_AT_ONCE),
        shape: z.enum(AI_PHOTO_SHAPES).default('tall'),
        companyId: z.uuid().nullable().default(null),
        /** A photo of the user to change; null makes new ones. */
        sourcePath: filePathSchema.nullable().default(null),
      }),
    )
    .output(aiPhotoJobSchema),
  read: oc
    .route({ method: 'GET', path: '/ai-photos/{id}' })
    .input(z.object({ id: z.uuid() }))
    .output(aiPhotoJobSchema),
  /** Stops the job; the photos so far stay. */
  cancel: oc
    .route({ method: 'POST', path: '/ai-photos/{id}/cancel' })
    .input(z.object({ id: z.uuid() }))
    .output(aiPhotoJobSchema),
}
