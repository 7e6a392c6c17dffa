import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@ninesixteen/shared/errors'
import type { VideoPlan } from '@ninesixteen/shared/publishing/delivery'
import { slideSize } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { backgroundVideos } from '../../rendering/background-videos.ts'
import { requireVideoSize } from '../../rendering/rendered-size.ts'
import { writeChunks } from '../../rendering/write-chunks.ts'
import { slideFiles } from '../../rendering/slide-files.ts'
import { storeRendition } from '../../storage/renditions.ts'
import { unfinishedFileName, UPLOADS_FOLDER } from '../../storage/sweep/unfinished-uploads.ts'
import type { PostServices } from '../post-services.ts'
import { storeRenderedFile, type RenderedFile } from './media-files.ts'

export interface PlannedVideo {
  /** In the post's format. */
  slides: readonly Slide[]
  plan: VideoPlan
}

/** Renders and stores the video of a post as a stream. */
export function renderPostVideo(services: PostServices, userId: string, video: PlannedVideo): Promise<RenderedFile> {
  return backgroundVideos.run({ userId }, async () => {
    const { renderer, codec, store } = services
    if (!renderer) throw new AppError('SCHEDULE_FAILED', {}, { cause: new Error('The assets of the painter are not built') })
    const turn = { userId }
    const [first] = video.slides
    if (!first) throw new AppError('VIDEO_NO_SLIDE')
    const pictures = video.slides.map((slide, index) => ({ slide, frames: video.plan.frames[index] ?? 1 }))
    const { crossFade, motion, sound } = video.plan
    const rendered = await renderer.renderVideo({ pictures, crossFade, motion, sound: sound ?? null }, slideFiles(services), turn)
    // A crash leaves an unfinished upload, which the sweep deletes.
    const file = join(services.config.dataDir, UPLOADS_FOLDER, unfinishedFileName(randomUUID()))
    try {
      const { sha256, bytes } = await writeChunks(rendered, file)
      await requireVideoSize(file, slideSize(first))
      const thumbnail = await codec.encodeRendition('thumbnail', await renderer.renderSlide(first, slideFiles(services), turn).jpeg(), turn)
      const put = async (path: string) => {
        await store.putFile(path, file, 'video/mp4')
        await storeRendition(store, path, { name: 'thumbnail', bytes: thumbnail })
      }
      return await storeRenderedFile(services, userId, { mimeType: 'video/mp4', size: slideSize(first), bytes, sha256, put })
    } finally {
      await rm(file, { force: true })
    }
  })
}
