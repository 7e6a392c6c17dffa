import { AppError } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { leavesOutLogos } from '@ninesixteen/shared/publishing/logos'
import { POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import { postFormat } from '@ninesixteen/shared/publishing/post-format'
import { slideSize } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { firstAlike } from '@ninesixteen/shared/video/video-spec'
import { slideFiles } from '../../rendering/slide-files.ts'
import type { PostServices } from '../post-services.ts'
import { discardRendered, storeSlideImage, type RenderedFile, type SlideImageType } from './media-files.ts'
import { forEachConcurrently } from '../../promises.ts'

export interface SlideImageFormat {
  pictures: SlideImageType
  /** A slide that is larger as PNG is sent as JPEG. */
  pictureBytesMax: number
}

/** Equal for posts whose slides are rendered to the same bytes. */
export function formKey({ platform, options }: { platform: PlatformId; options: Record<string, unknown> }): string {
  const { pictures, pictureBytesMax } = POST_FORMS[platform]
  const encoding = pictures === 'image/jpeg' ? pictures : `${pictures} ${pictureBytesMax}`
  return `${encoding} ${postFormat(options)}${leavesOutLogos(options) ? ' without logos' : ''}`
}

/** As many as render concurrently, and one that is stored meanwhile. */
const AT_ONCE = 3

/** Renders slides in a format and stores the images. All of them, or none. */
export async function renderSlides(
  services: PostServices,
  userId: string,
  { slides, form, format }: { slides: readonly Slide[]; form: SlideImageFormat; format: Format },
): Promise<RenderedFile[]> {
  const rendered: RenderedFile[] = []
  const first = firstAlike({ pictures: slides.map((slide) => ({ slide, frames: 1 })) })
  const queue = [...slides.entries()].filter(([position]) => first[position] === position)
  try {
    await forEachConcurrently(queue, AT_ONCE, async ([position, slide]) => {
      rendered[position] = await storeSlideImage(
        services,
        userId,
        await renderSlide(services, userId, { slide: inFormat(slide, format), form }),
      )
    })
  } catch (error) {
    await discardRendered(services, userId, Object.values(rendered))
    throw error
  }
  return first.flatMap((position) => rendered[position] ?? [])
}

async function renderSlide(services: PostServices, userId: string, { slide, form }: { slide: Slide; form: SlideImageFormat }) {
  if (!services.renderer) throw new AppError('SCHEDULE_FAILED', {}, { cause: new Error('The assets of the painter are not built') })
  const render = services.renderer.renderSlide(slide, slideFiles(services), { userId })
  const bytes = form.pictures === 'image/png' ? await render.png() : await render.jpeg()
  const size = slideSize(slide)
  if (bytes.byteLength <= form.pictureBytesMax || form.pictures === 'image/jpeg') return { bytes, size, mimeType: form.pictures }
  return { bytes: await render.jpeg(), size, mimeType: 'image/jpeg' as const }
}
