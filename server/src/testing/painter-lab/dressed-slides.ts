import { SLIDE_ROLES } from '@ninesixteen/shared/looks/look'
import { dressSlide } from '@ninesixteen/shared/looks/dress-slide'
import { LOOK_IDS } from '@ninesixteen/shared/looks/look-ids'
import { lookSpec } from '@ninesixteen/shared/looks/looks'
import { MAP_CELLS, type PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { createSequence } from './pictures.ts'

const TEXTS = [
  ['3. Why your sourdough is dense', 'Cold water and a starter that was fed too late.'],
  ['2. خمس عادات صباحية غيّرت حياتي', 'اشرب الماء قبل القهوة كل يوم.'],
  ['4. 朝の習慣を変える５つの方法', '寝る前にスマホを置いて、白湯を飲む。'],
  ['“Small steps” beat big plans 🔥', 'Go outside ☀️ for ten minutes, even when it rains.'],
] as const
const PHOTOS = ['lab/photo-1.jpg', 'lab/photo-2.jpg', 'lab/photo-3.jpg', null] as const

/** A map with a subject and with light, dark, calm and busy cells. */
function randomMap(seed: number): PhotoMap {
  const next = createSequence(seed)
  const cells = (): Uint8Array => Uint8Array.from({ length: MAP_CELLS }, () => Math.floor(next() * 256))
  return { ratio: 9 / 16, busy: cells(), light: cells(), subject: { x: next(), y: next() } }
}

/** A slide in each look, as each part of a slideshow, on each photo. */
export function dressedSlides(): Slide[] {
  const kinds = LOOK_IDS.flatMap((look) => SLIDE_ROLES.flatMap((role) => PHOTOS.map((photo) => ({ look, role, photo }))))
  return kinds.map(({ look, role, photo }, at) => {
    const [title, body] = TEXTS[(at + Math.floor(at / PHOTOS.length)) % TEXTS.length] ?? TEXTS[0]
    const slide = slideSchema.parse({
      id: `${look} ${role} ${at}`,
      backgroundImage: photo,
      textBoxes: [
        { id: 'title', text: title, y: 120, fontSize: 10, fontWeight: 800 },
        { id: 'body', text: body, y: 220 },
      ],
    })
    return dressSlide(slide, { spec: lookSpec(look), role, index: at, map: photo === null ? null : randomMap(at), emphasis: '' })
  })
}
