import { brandedLook } from '@ninesixteen/shared/looks/brand-look'
import { dressSlide } from '@ninesixteen/shared/looks/dress-slide'
import type { LookId } from '@ninesixteen/shared/looks/look-ids'
import { roleOfSlide } from '@ninesixteen/shared/looks/role-of-slide'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { decodePhotoMap, type PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { api } from '../../../api/client.ts'

interface Dressing {
  look: LookId
  slides: readonly Slide[]
  map: PhotoMap | null
  brand: Brand | null
}

/** A slide of a document in a look. */
export function dressInDocument(slide: Slide, { look, slides, map, brand }: Dressing): Slide {
  const index = slides.findIndex(({ id }) => id === slide.id)
  const role = roleOfSlide(slides, index)
  return dressSlide(slide, { spec: brandedLook(look, brand, role), role, index, map, emphasis: '' })
}

/** The map of a photo; null if it can't be had, so that texts are placed without it. */
export async function loadPhotoMap(path: string): Promise<PhotoMap | null> {
  try {
    const [text] = await api.files.maps({ paths: [path] })
    return typeof text === 'string' ? decodePhotoMap(text) : null
  } catch {
    return null
  }
}
