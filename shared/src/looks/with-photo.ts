import type { Brand } from '../brand/model.ts'
import type { PhotoMap } from '../photos/photo-map.ts'
import { setBackground } from '../slide/edit.ts'
import { isAsPlaced } from '../slide/look-layout.ts'
import type { Slide } from '../slide/model.ts'
import { brandedLook } from './brand-look.ts'
import { dressSlide, type Dressing } from './dress-slide.ts'
import { LOOK_IDS } from './look-ids.ts'

export interface PhotoChange extends Pick<Dressing, 'role' | 'index'> {
  brand: Brand | null
  /** The new photo. */
  path: string
  maps: ReadonlyMap<string, PhotoMap>
}

/**
 * The slide with another photo. Its texts are placed again by what the photo shows, if they are where the look put them for the photo before;
 * texts that the user moved stay.
 */
export function withPhoto(slide: Slide, { brand, path, maps, role, index }: PhotoChange): Slide {
  const look = LOOK_IDS.find((id) => id === slide.look?.id)
  const changed = setBackground(slide, path)
  const map = maps.get(path)
  if (look === undefined || map === undefined || !isAsPlaced(slide)) return changed
  return dressSlide(changed, { spec: brandedLook(look, brand, role), role, index, map, emphasis: '' })
}
