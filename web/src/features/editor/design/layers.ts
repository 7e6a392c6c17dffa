import { listBoxes, nameLayer, type BoxRef, type SlideBox } from '@ninesixteen/shared/slide/box'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { Slide } from '@ninesixteen/shared/slide/model'

/** The boxes of a slide from front to back, as the panel lists them. */
export function listLayers(slide: Slide): SlideBox[] {
  return listBoxes(slide).toReversed()
}

/** The content of a box in words: its text, its emoji, or the name of its icon. Empty for other boxes. */
function contentOf(entry: SlideBox): string {
  if (entry.kind === 'text') return entry.box.text.replaceAll(/\s+/gu, ' ').trim()
  if (entry.kind !== 'shape' || entry.box.glyph === undefined) return ''
  const { shape, glyph } = entry.box
  const codePoints = glyph.split('-').map((part) => Number.parseInt(part, 16))
  if (shape === 'emoji') return codePoints.every((point) => point <= 0x10_ff_ff) ? String.fromCodePoint(...codePoints) : ''
  return `${glyph.charAt(0).toUpperCase()}${glyph.slice(1)}`.replaceAll('-', ' ')
}

/** A layer's two lines: what a box without a name shows is what the user knows it by. */
export function describeLayer(slide: Slide, entry: SlideBox): { title: string; detail: string } {
  const name = nameLayer(slide, entry)
  const text = contentOf(entry)
  if (text === '') return { title: name, detail: '' }
  return entry.box.name === undefined ? { title: text, detail: name } : { title: name, detail: text }
}

/** Moves layers into a gap of the panel's list; gap 0 is above the first row. Null when nothing would move. */
export function dropLayers(slide: Slide, refs: readonly BoxRef[], gap: number): Edit | null {
  const shown = listLayers(slide).map(({ ref }) => ref)
  const isMoved = (ref: BoxRef): boolean => refs.includes(ref)
  const stays = (ref: BoxRef): boolean => !isMoved(ref)
  const next = [...shown.slice(0, gap).filter(stays), ...shown.filter(isMoved), ...shown.slice(gap).filter(stays)]
  if (next.every((ref, index) => ref === shown[index])) return null
  return { type: 'stack-boxes', slideId: slide.id, order: next.toReversed() }
}

export interface LayerClick {
  ref: BoxRef
  /** Adds the layer or takes it away. */
  toggle: boolean
  /** Selects everything from the first selected layer to this one. */
  range: boolean
}

/** The selection after a click on a layer. */
export function selectLayer(slide: Slide, selection: readonly BoxRef[], { ref, toggle, range }: LayerClick): BoxRef[] {
  const [first] = selection
  if (range && first !== undefined) {
    const shown = listLayers(slide).map((layer) => layer.ref)
    const [from, to] = [shown.indexOf(first), shown.indexOf(ref)]
    const between = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    // The first stays first: the next range begins there, too.
    return [first, ...between.filter((other) => other !== first)]
  }
  if (toggle) return selection.includes(ref) ? selection.filter((other) => other !== ref) : [...selection, ref]
  return [ref]
}
