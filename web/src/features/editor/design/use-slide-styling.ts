import type { Edit, SlideStyling } from '@ninesixteen/shared/slide/edit'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useDocumentChanges, useEditor, useEditorSession, useSlide } from '../document/session-context.ts'

export interface SlideStyler {
  slide: Slide
  /** Slides that the panel changes: the shown one, or all. */
  slides: readonly Slide[]
  /** Each slide gets its own change, all as one undo step; edits with the same gesture join it. */
  perform(edits: (slide: Slide) => readonly Edit[], gesture?: string): void
  style(change: (slide: Slide) => SlideStyling, gesture?: string): void
  end(): void
}

export function useSlideStyling(): SlideStyler {
  const { store } = useEditorSession()
  const slide = useSlide()
  const scope = useEditor((state) => state.scope)
  useDocumentChanges()
  const slides = scope === 'all' ? store.slides() : [slide]
  const perform: SlideStyler['perform'] = (edits, gesture) => {
    store.performAll(slides.flatMap(edits), gesture === undefined ? {} : { gesture: `design ${gesture}` })
  }
  return {
    slide,
    slides,
    perform,
    style: (change, gesture) => perform((one) => [{ type: 'style-slides', slideIds: [one.id], style: change(one) }], gesture),
    end: () => store.endGesture(),
  }
}
