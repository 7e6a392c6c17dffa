import { z } from 'zod'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { newKey } from '../storage/store/storage-key.ts'

/** What can be drawn for another process. */
const workSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['cover', 'png']), slide: slideSchema }),
  z.object({ kind: z.literal('jpeg'), slide: slideSchema, quality: z.number() }),
  z.object({
    kind: z.literal('video'),
    film: z.object({
      pictures: z.array(z.object({ slide: slideSchema, frames: z.number() })),
      crossFade: z.number().optional(),
    }),
  }),
])

export type RenderTask = z.infer<typeof workSchema>
export type RenderKind = RenderTask['kind']

/** Films and pictures wait in lines of their own: a cover is not to wait for all the films of others. */
export const RENDER_QUEUES = ['pictures', 'films'] as const
export type RenderQueueName = (typeof RENDER_QUEUES)[number]

export function queueOf(kind: RenderKind): RenderQueueName {
  return kind === 'video' ? 'films' : 'pictures'
}

/** A drawing that a worker has taken. */
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

/** A key of a form that the sweep knows, should it outlive its row; nobody reads the ending. */
export function resultKey(userId: string, kind: RenderKind): string {
  return newKey(userId, ({ cover: 'jpg', jpeg: 'jpg', png: 'png', video: 'mp4' } as const)[kind])
}
