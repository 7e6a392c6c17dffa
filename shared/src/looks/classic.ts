import { COVER_ASIDE_BOX, COVER_BOX, COVER_SPLIT_HEIGHT, DESCRIPTION_BOX, POINT_TITLE_BOX, QUOTE_BOX } from '../content-types/boxes.ts'
import { PERSONAL_BOX, personalBoxTops } from '../content-types/directly-personal.ts'
import { applyPatch } from '../slide/edit-boxes.ts'
import type { Frame } from '../slide/box.ts'
import type { Slide, TextBox } from '../slide/model.ts'
import type { SlideRole } from './look.ts'

type Layout = Frame & Pick<TextBox, 'fontSize' | 'fontWeight'>

/** The specified places of a slide's texts, in their order. */
function layoutsOf(role: SlideRole, count: number): Layout[] {
  if (role === 'lines') {
    return personalBoxTops(count).map((y) => ({ ...PERSONAL_BOX, y }))
  }
  if (role === 'quote') return [QUOTE_BOX, DESCRIPTION_BOX]
  if (role === 'point') return [POINT_TITLE_BOX, DESCRIPTION_BOX]
  if (role === 'closing') return [COVER_BOX, DESCRIPTION_BOX]
  return [count > 1 ? { ...COVER_BOX, height: COVER_SPLIT_HEIGHT } : COVER_BOX, COVER_ASIDE_BOX]
}

/** The slide as the specification lays it out. Further texts than it knows keep their places. */
export function layClassic(slide: Slide, { ordered, role }: { ordered: readonly TextBox[]; role: SlideRole }): Slide {
  const layouts = layoutsOf(role, ordered.length)
  const textBoxes = slide.textBoxes.map((box) => {
    const at = ordered.indexOf(box)
    if (at < 0) return box
    const [emphasis] = box.emphasis ?? []
    return applyPatch(box, {
      ...layouts[at],
      color: 'white',
      textColor: null,
      outlineColor: null,
      noOutline: null,
      highlightColor: null,
      shadow: null,
      lineHeight: null,
      font: null,
      uppercase: null,
      italic: null,
      letterSpacing: null,
      align: null,
      // The next look emphasises the same words.
      ...(emphasis && { emphasis: [{ start: emphasis.start, end: emphasis.end }] }),
    })
  })
  return applyPatch({ ...slide, textBoxes }, { textStyle: 'outline' as const, photoEffects: null })
}
