import { boundsOf } from '@ninesixteen/shared/slide/geometry'
import { listBoxes } from '@ninesixteen/shared/slide/box'
import type { Frame } from '@ninesixteen/shared/slide/box'
import { frameStyle, units } from './frame-style.ts'
import { MAIN_FORMAT, slideHeight } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { SnapLine } from '@ninesixteen/shared/slide/snap-line'
import type { Draft } from '../document/draft.ts'
import styles from './stage.module.css'

function lineElement(line: SnapLine): HTMLElement {
  const element = document.createElement('div')
  element.className = styles['guide'] ?? ''
  element.dataset['axis'] = line.axis
  element.dataset['kind'] = line.kind
  const place = { at: units(line.at), from: units(line.from), length: units(line.to - line.from) }
  if (line.axis === 'x') Object.assign(element.style, { left: place.at, top: place.from, height: place.length })
  else Object.assign(element.style, { top: place.at, left: place.from, width: place.length })
  return element
}

function areaElement(area: Frame): HTMLElement {
  const element = document.createElement('div')
  element.className = styles['area'] ?? ''
  Object.assign(element.style, frameStyle(area))
  return element
}

/** `38, 120` while moving; `180 × 70 · 8.4` (width, height, font size) while resizing; `45°` while rotating. */
function measurement(slide: Slide, draft: Draft): { words: string; x: number; y: number } | null {
  const moved = listBoxes(slide).filter((entry) => entry.ref in draft.frames)
  if (moved.length === 0) return null
  const { x, y, width, height } = boundsOf(moved.map((entry) => entry.frame))
  const [only] = moved
  const size = only?.kind === 'text' ? ` · ${only.box.fontSize}` : ''
  if (draft.rotation) return { words: `${draft.rotation.degrees}°`, x: x + width / 2, y: y + height }
  const words =
    draft.measuring === 'position' ? `${Math.round(x)}, ${Math.round(y)}` : `${Math.round(width)} × ${Math.round(height)}${size}`
  return { words, x: x + width / 2, y: y + height }
}

/** Draws guides and measurements of the running gesture, once a frame and without React. */
export function drawGuides(layer: HTMLElement, slide: Slide, draft: Draft | null): void {
  if (!draft) {
    if (layer.childElementCount > 0) layer.replaceChildren()
    return
  }
  const badge = document.createElement('div')
  badge.className = styles['badge'] ?? ''
  const measured = measurement(slide, draft)
  if (measured) {
    badge.textContent = measured.words
    const bottom = slideHeight(slide.format ?? MAIN_FORMAT)
    Object.assign(badge.style, { left: units(measured.x), top: units(Math.min(measured.y, bottom)) })
  }
  layer.replaceChildren(...draft.guides.map(lineElement), ...(measured ? [badge] : []), ...(draft.area ? [areaElement(draft.area)] : []))
}
