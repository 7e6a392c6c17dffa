import { backgroundOf } from './background.ts'
import type { ImageSource } from './compose.ts'
import type { PixelImage } from './pixel-image.ts'
import { isEmpty, onSlide, overlaps, union, WHOLE_SLIDE } from './region.ts'
import type { Region } from './region.ts'
import type { Premultiplied } from './resample.ts'
import type { Scene, SceneImage, SceneText } from './scene.ts'

/** The content of a canvas: a scene and the image objects it was drawn with. */
export interface PaintedState {
  scene: Scene
  background: PixelImage
  pictures: readonly (Premultiplied | null)[]
}

export function shownWith(scene: Scene, source: ImageSource): PaintedState {
  return {
    scene,
    background: backgroundOf(scene, source),
    pictures: scene.pictures.map((frame) => source.picture(frame.path)),
  }
}

function samePicture(a: SceneImage | undefined, b: SceneImage | undefined): boolean {
  return a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height && a?.opacity === b?.opacity
}

function frameRegion(frame: SceneImage | undefined): Region[] {
  return frame ? [{ left: frame.x, top: frame.y, right: frame.x + frame.width, bottom: frame.y + frame.height }] : []
}

function sameText(a: SceneText | undefined, b: SceneText | undefined): boolean {
  const isSameTurn = a?.turn?.cos === b?.turn?.cos && a?.turn?.sin === b?.turn?.sin
  return isSameTurn && a?.ops === b?.ops && a?.x === b?.x && a?.y === b?.y && a?.opacity === b?.opacity && a?.shadow === b?.shadow
}

/**
 * The part of the slide that has to be drawn again to turn what a canvas shows into something else; null when they look
 * alike. It grows until every text lies wholly inside or outside, so that drawing it needs no clipping, and gives the
 * very bytes that drawing everything gives.
 */
export function changedRegion(before: PaintedState, after: PaintedState): Region | null {
  const sameBase =
    before.background === after.background &&
    before.scene.brightness === after.scene.brightness &&
    before.scene.contrast === after.scene.contrast
  if (!sameBase) return WHOLE_SLIDE
  const changed: Region[] = []
  for (let i = 0; i < Math.max(before.pictures.length, after.pictures.length); i++) {
    const [old, now] = [before.scene.pictures[i], after.scene.pictures[i]]
    if (before.pictures[i] !== after.pictures[i] || !samePicture(old, now)) changed.push(...frameRegion(old), ...frameRegion(now))
  }
  for (let i = 0; i < Math.max(before.scene.texts.length, after.scene.texts.length); i++) {
    const [old, now] = [before.scene.texts[i], after.scene.texts[i]]
    if (!sameText(old, now)) changed.push(...(old ? [old.bounds] : []), ...(now ? [now.bounds] : []))
  }
  let region = onSlide(union(changed))
  if (isEmpty(region)) return null
  let size = -1
  while (size !== areaOf(region)) {
    size = areaOf(region)
    const reached = after.scene.texts.filter((text) => overlaps(text.bounds, region)).map((text) => text.bounds)
    region = onSlide(union([region, ...reached]))
  }
  return region
}

function areaOf({ left, top, right, bottom }: Region): number {
  return (right - left) * (bottom - top)
}
