import type { Brand } from '../brand/model.ts'
import type { PhotoMap } from '../photos/photo-map.ts'
import { setBackground } from '../slide/edit.ts'
import type { Slide } from '../slide/model.ts'
import { sameData } from '../slide/same-data.ts'
import { brandedLook } from './brand-look.ts'
import { dressSlide, type Dressing } from './dress-slide.ts'
import { CLASSIC, LOOK_IDS, type LookId } from './look-ids.ts'

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
  const worn = (over: Slide, look: LookId): Slide =>
    dressSlide(over, { spec: brandedLook(look, brand, role), role, index, map: maps.get(over.backgroundImage ?? '') ?? null, emphasis: '' })
  const look = LOOK_IDS.find((id) => id !== CLASSIC && sameData(worn(slide, id), slide))
  const changed = setBackground(slide, path)
  return look && maps.has(path) ? worn(changed, look) : changed
}
