import { sameData } from '../slide/same-data.ts'
import { backgroundOf } from './background.ts'
import type { ImageSource } from './compose.ts'
import { imageBounds } from './image-sprite.ts'
import type { PixelImage } from './pixel-image.ts'
import { isEmpty, onSlide, overlaps, union, wholeSlide } from './region.ts'
import type { Region } from './region.ts'
import type { Premultiplied } from './resample.ts'
import type { Scene } from './scene.ts'

/** The content of a canvas: a scene and the image objects it was drawn with. */
export interface PaintedState {
  scene: Scene
  background: PixelImage
  /** The image of each layer; null for outlines and lost images. */
  pictures: readonly (Premultiplied | null)[]
}

export function shownWith(scene: Scene, source: ImageSource): PaintedState {
  return {
    scene,
    background: backgroundOf(scene, source),
    pictures: scene.layers.map((layer) => (layer.kind === 'image' ? source.picture(layer.path) : null)),
  }
}

type Layer = Scene['layers'][number]

function sameLayer(a: Layer | undefined, b: Layer | undefined): boolean {
  if (!a || !b) return a === b
  if (a.kind === 'image' || b.kind === 'image') return sameData(a, b)
  const isSameTurn = a.turn?.cos === b.turn?.cos && a.turn?.sin === b.turn?.sin
  return isSameTurn && a.ops === b.ops && a.x === b.x && a.y === b.y && a.opacity === b.opacity && a.shadow === b.shadow
}

function boundsOf(layer: Layer | undefined): Region[] {
  if (!layer) return []
  return [layer.kind === 'image' ? imageBounds(layer) : layer.bounds]
}

/**
 * The part of the slide that has to be drawn again to turn what a canvas shows into something else; null when they look
 * alike. It grows until every text and shape lies wholly inside or outside, so that drawing it needs no clipping, and gives the
 * very bytes that drawing everything gives.
 */
export function changedRegion(before: PaintedState, after: PaintedState): Region | null {
  const sameBase =
    before.background === after.background &&
    before.scene.brightness === after.scene.brightness &&
    before.scene.contrast === after.scene.contrast
  const { size } = after.scene
  if (!sameBase) return wholeSlide(size)
  const changed: Region[] = []
  for (let i = 0; i < Math.max(before.pictures.length, after.pictures.length); i++) {
    const [old, now] = [before.scene.layers[i], after.scene.layers[i]]
    if (before.pictures[i] !== after.pictures[i] || !sameLayer(old, now)) changed.push(...boundsOf(old), ...boundsOf(now))
  }
  let region = onSlide(union(changed), size)
  if (isEmpty(region)) return null
  let reach = -1
  const outlines = after.scene.layers.flatMap((layer) => (layer.kind === 'image' ? [] : [layer.bounds]))
  while (reach !== areaOf(region)) {
    reach = areaOf(region)
    const reached = outlines.filter((bounds) => overlaps(bounds, region))
    region = onSlide(union([region, ...reached]), size)
  }
  return region
}

function areaOf({ left, top, right, bottom }: Region): number {
  return (right - left) * (bottom - top)
}
