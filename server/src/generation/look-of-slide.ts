import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { brandedLook, withLogoOf } from '@ninesixteen/shared/looks/brand-look'
import { dressSlide } from '@ninesixteen/shared/looks/dress-slide'
import type { SlideRole } from '@ninesixteen/shared/looks/look'
import type { LookId } from '@ninesixteen/shared/looks/look-ids'
import { roleOfSlide } from '@ninesixteen/shared/looks/role-of-slide'
import type { PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { GenerationRequest } from './generation-request.ts'

/** The part of a generated slide in its slideshow. */
export function slideRole(contentType: ContentTypeId, index: number): SlideRole {
  if (contentType === 'multi-photo-video') return 'quote'
  if (index === 0) return contentType === 'question-users' ? 'question' : 'cover'
  return contentType === 'directly-personal' ? 'lines' : 'point'
}

interface Wearing {
  request: Pick<GenerationRequest, 'look' | 'brand'>
  role: SlideRole
  /** From 0. */
  index: number
  emphasis: string
  /** A map of the slide's photo; null without one. */
  map: PhotoMap | null
}

/** Whether slides of a look show photos. */
export function showsPhotos(look: LookId): boolean {
  return brandedLook(look, null, 'point')?.hasPhoto ?? true
}

/** A composed slide in a look other than Classic, in the colors, typefaces and with the logo of the company's brand. */
export function inLook(slide: Slide, { request: { look, brand }, role, index, emphasis, map }: Wearing): Slide {
  const dressed = dressSlide(slide, { spec: brandedLook(look, brand, role), role, index, map, emphasis })
  return withLogoOf(dressed, { brand, role })
}

interface TemplateWearing {
  /** Null for the look of the template. */
  look: LookId | null
  brand: GenerationRequest['brand']
  photoMaps(paths: readonly string[]): Promise<ReadonlyMap<string, PhotoMap>>
}

/** The filled slides of a template, in its own look or in another one. */
export async function* inLookOfTemplate(
  slides: AsyncIterable<Slide> | readonly Slide[],
  { look, brand, photoMaps, template }: TemplateWearing & { template: readonly Slide[] },
): AsyncGenerator<Slide, void> {
  let index = 0
  for await (const slide of slides) {
    if (look === null) yield slide
    else {
      const role = roleOfSlide(template.with(index, slide), index)
      const path = slide.backgroundImage
      const map = path === null ? null : ((await photoMaps([path])).get(path) ?? null)
      yield inLook(slide, { request: { look, brand }, role, index, emphasis: '', map })
    }
    index += 1
  }
}
