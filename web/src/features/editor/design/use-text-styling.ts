import { textLook } from '@ninesixteen/shared/scene/text-style'
import type { TextLook } from '@ninesixteen/shared/scene/text-style'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { TextStyling } from '@ninesixteen/shared/slide/edit-boxes'
import type { Slide, TextBox } from '@ninesixteen/shared/slide/model'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'
import type { BoxStyler } from './common-fields.tsx'
import { styleEdit, textTargets, type TextTargets } from './text-targets.ts'

export interface TextStyler extends BoxStyler<TextBox> {
  slide: Slide
  targets: TextTargets
  /** The edit that `set` makes, for a step with further edits. */
  editOf(style: TextStyling): Edit
  /** Takes back previews of a field since the last `end`. */
  discard(field: keyof TextStyling): void
}

/** Changes the selected texts or, without any, all texts of the slide. */
export function useTextStyling(): TextStyler {
  const { store } = useEditorSession()
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  const targets = textTargets(slide, selection)
  const perform = (style: TextStyling, gesture?: string): void => {
    store.perform(styleEdit(targets, style), gesture === undefined ? {} : { gesture })
  }
  const name = (style: TextStyling): string => `design ${Object.keys(style).join()} ${targets.boxes.map((box) => box.id).join()}`
  return {
    slide,
    targets,
    boxes: targets.boxes,
    set: (style) => perform(style),
    editOf: (style) => styleEdit(targets, style),
    preview: (style) => perform(style, name(style)),
    end: () => store.endGesture(),
    discard: (field) => {
      if (store.getState().history.gesture?.startsWith(`design ${field} `)) store.undo()
    },
  }
}

export function lookOf(slide: Slide, box: TextBox): TextLook {
  return textLook(slide.textStyle, box)
}
