import { findBox, type BoxKind, type SlideBox } from '@ninesixteen/shared/slide/box'
import type { BoxStyle } from '@ninesixteen/shared/slide/edit-boxes'
import type { ImageBox, ShapeBox } from '@ninesixteen/shared/slide/model'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'
import type { BoxStyler, CommonLook } from './common-fields.tsx'

/** The kind that all selected boxes are of; null for none, and for a mixture. */
export function useSelectedKind(): BoxKind | null {
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  const kinds = new Set(selection.flatMap((ref) => findBox(slide, ref)?.kind ?? []))
  const [kind] = kinds
  return kinds.size === 1 && kind !== undefined ? kind : null
}

/** The box of an entry if it is of the kind that is styled, else null. */
type ReadBox<Box> = (entry: SlideBox) => Box | null

export const asImage: ReadBox<ImageBox> = (entry) => (entry.kind === 'image' ? entry.box : null)
export const asShape: ReadBox<ShapeBox> = (entry) => (entry.kind === 'shape' ? entry.box : null)

/** Changes the look of the selected boxes of a kind. */
export function useBoxStyling<Box extends CommonLook & { id: string }>(read: ReadBox<Box>): BoxStyler<Box> {
  const { store } = useEditorSession()
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  const boxes = selection.flatMap((ref) => findBox(slide, ref) ?? []).flatMap((entry) => read(entry) ?? [])
  const refs = boxes.map(({ id }) => id)
  const perform = (style: BoxStyle, gesture?: string): void => {
    store.perform({ type: 'style-boxes', slideId: slide.id, refs, style }, gesture === undefined ? {} : { gesture })
  }
  return {
    boxes,
    set: (style) => perform(style),
    preview: (style) => perform(style, `design ${Object.keys(style).join()} ${refs.join()}`),
    end: () => store.endGesture(),
  }
}
