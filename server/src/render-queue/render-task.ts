import { z } from 'zod'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { videoSoundSchema } from '@ninesixteen/shared/sound/model'
import { newKey } from '../storage/store/storage-key.ts'

/** Renders that another process can request. */
const workSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['cover', 'png']), slide: slideSchema }),
  z.object({ kind: z.literal('jpeg'), slide: slideSchema, quality: z.number() }),
  z.object({
    kind: z.literal('video'),
    film: z.object({
      pictures: z.array(z.object({ slide: slideSchema, frames: z.number() })),
      crossFade: z.number().optional(),
      motion: z.boolean().optional(),
      sound: videoSoundSchema.nullish(),
    }),
  }),
])

export type RenderTask = z.infer<typeof workSchema>
export type RenderKind = RenderTask['kind']

/** Separate queues: a cover must not wait for other users' videos. */
export const RENDER_QUEUES = ['pictures', 'films'] as const
export type RenderQueueName = (typeof RENDER_QUEUES)[number]

export function queueOf(kind: RenderKind): RenderQueueName {
  return kind === 'video' ? 'films' : 'pictures'
}

/** A render that a worker has claimed. */
export interface ClaimedRender {
  id: string
  userId: string
  kind: RenderKind
  work: string
  path: string
}

export function parseTask({ work }: ClaimedRender): RenderTask {
  return workSchema.parse(JSON.parse(work))
}

/** A key that the sweep recognizes, should it outlive its row; the file extension is irrelevant. */
export function resultKey(userId: string, kind: RenderKind): string {
  return newKey(userId, ({ cover: 'jpg', jpeg: 'jpg', png: 'png', video: 'mp4' } as const)[kind])
}
