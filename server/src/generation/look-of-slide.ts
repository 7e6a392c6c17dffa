import { withBrandLogo } from '@ninesixteen/shared/brand/apply-brand'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { brandedLook, brandRoleOf } from '@ninesixteen/shared/looks/brand-look'
import { dressSlide } from '@ninesixteen/shared/looks/dress-slide'
import type { SlideRole } from '@ninesixteen/shared/looks/look'
import type { LookId } from '@ninesixteen/shared/looks/look-ids'
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
  return brand ? withBrandLogo(dressed, { brand, role: brandRoleOf(role), logoPath: brand.logoPath }) : dressed
}
