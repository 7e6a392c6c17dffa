import { z } from 'zod'
import { FORMATS, slideSize, type Size } from '@ninesixteen/shared/slide/formats'
import { imageBoxSchema, logoPositionSchema, MAX_BOXES, shapeBoxSchema, slideSchema, textBoxSchema } from '@ninesixteen/shared/slide/model'
import { videoSoundSchema } from '@ninesixteen/shared/sound/model'
import { videoSize } from '@ninesixteen/shared/video/video-spec'
import { parseMessage } from '../process-message.ts'
import { coverSize } from '../rendering/rendered-size.ts'
import { newKey } from '../storage/store/storage-key.ts'

/** Formats lay boxes out at any place and size. */
const anyFrame = { x: z.number(), y: z.number(), width: z.number().min(0), height: z.number().min(0) }

/** A slide as a format shows it (`inFormat`). */
const shownSlideSchema = slideSchema.extend({
  format: z.enum(FORMATS).optional(),
  textBoxes: z.array(textBoxSchema.extend(anyFrame)).max(MAX_BOXES),
  imageBoxes: z.array(imageBoxSchema.extend(anyFrame)).max(MAX_BOXES),
  shapeBoxes: z.array(shapeBoxSchema.safeExtend(anyFrame)).max(MAX_BOXES).optional(),
  logoPosition: logoPositionSchema.extend(anyFrame).nullable(),
})

/** Renders that another process can request. */
const taskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['cover', 'png']), slide: shownSlideSchema }),
  z.object({ kind: z.literal('jpeg'), slide: shownSlideSchema, quality: z.number() }),
  z.object({
    kind: z.literal('video'),
    film: z.object({
      pictures: z.array(z.object({ slide: shownSlideSchema, frames: z.number() })),
      crossFade: z.number().optional(),
      motion: z.boolean().optional(),
      sound: videoSoundSchema.nullish(),
    }),
  }),
])

export type RenderTask = z.infer<typeof taskSchema>
export type RenderKind = RenderTask['kind']
export type ImageTask = Exclude<RenderTask, { kind: 'video' }>

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

/** The task as a message for a worker. Throws when the message wouldn't carry all of it. */
export function taskMessage(task: RenderTask): string {
  return JSON.stringify(parseMessage(taskSchema, task))
}

/** The failure of a worker that doesn't understand a task: another version wrote it. */
export class TaskUnknown extends Error {
  static readonly code = 'TASK_UNKNOWN'
}

/** Reads the message of a process, which may be of another version. Throws TaskUnknown when it contains what this version doesn't know. */
export function parseTask({ work }: Pick<ClaimedRender, 'work'>): RenderTask {
  try {
    return parseMessage(taskSchema, JSON.parse(work))
  } catch (error) {
    throw new TaskUnknown('A task is not understood', { cause: error })
  }
}

/** Pixels of the requested image or video. */
export function taskSize(task: RenderTask): Size {
  if (task.kind === 'video') return videoSize(task.film)
  return task.kind === 'cover' ? coverSize(slideSize(task.slide)) : slideSize(task.slide)
}

/** A key that the sweep recognizes, should it outlive its row; the file extension is irrelevant. */
export function resultKey(userId: string, kind: RenderKind): string {
  return newKey(userId, ({ cover: 'jpg', jpeg: 'jpg', png: 'png', video: 'mp4' } as const)[kind])
}
