import { withText } from './emphasis.ts'
import type { ShapeBox, Slide, TextBox } from './model.ts'

/** Sets page numbers and progress dots to the place of their slide. The very same list if all are right already. */
export function numberSlides(slides: Slide[]): Slide[] {
  const numbered = slides.map((slide, index) => numberSlide(slide, index + 1, slides.length))
  return numbered.every((slide, index) => slide === slides[index]) ? slides : numbered
}

/** Slides with the same number each, so that a change of their order alone does not make them differ. */
export function withoutNumbers(slides: Slide[]): Slide[] {
  return slides.map((slide) => numberSlide(slide, 1, 1))
}

function numberSlide(slide: Slide, number: number, total: number): Slide {
  const numberText = (box: TextBox): TextBox => {
    if (!box.pageNumber) return box
    const text = box.pageNumber === 'number' ? `${number}` : `${number}/${total}`
    return withText(box, text)
  }
  const numberDots = (box: ShapeBox): ShapeBox =>
    box.shape !== 'progress' || (box.step === number && box.steps === total) ? box : { ...box, step: number, steps: total }
  const textBoxes = slide.textBoxes.map(numberText)
  const shapeBoxes = slide.shapeBoxes?.map(numberDots)
  const isSame =
    textBoxes.every((box, i) => box === slide.textBoxes[i]) && (shapeBoxes ?? []).every((box, i) => box === slide.shapeBoxes?.[i])
  return isSame ? slide : { ...slide, textBoxes, ...(shapeBoxes && { shapeBoxes }) }
}
