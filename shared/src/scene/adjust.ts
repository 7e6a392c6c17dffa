import type { PixelImage } from './pixel-image.ts'
import type { Scene } from './scene.ts'

/** Opacity of the black that lies over a photo at a brightness level. */
export function dimOpacity(brightness: number): number {
  return Math.min(0.8, Math.max(0, 0.3 - 0.03 * brightness))
}

/** Contrast of a level as a factor: 1 at 0, a twentieth a level. */
export function contrastFactor(contrast: number): number {
  return (100 + 5 * contrast) / 100
}

/**
 * Maps each of the 256 values of a color channel: contrast around the middle, then black over it. Rounded once, at the end, so that errors don't
 * add up. Without `dimmed`, level 0 of both changes nothing.
 */
export function levelsTable(brightness: number, contrast: number, dimmed = true): Uint8Array {
  const factor = contrastFactor(contrast)
  const light = (1 - dimOpacity(brightness)) / (dimmed ? 1 : 1 - dimOpacity(0))
  return Uint8Array.from({ length: 256 }, (_, value) => {
    const contrasted = Math.min(255, Math.max(0, (value - 127.5) * factor + 127.5))
    return Math.min(255, Math.round(contrasted * light))
  })
}

/** The table of a scene. A color that the user chose as the background is shown as it is, while photos are dimmed at level 0 already. */
export function levelsOf({
  brightness,
  contrast,
  photo,
  backdrop,
}: Pick<Scene, 'brightness' | 'contrast' | 'photo' | 'backdrop'>): Uint8Array {
  return levelsTable(brightness, contrast, photo !== null || backdrop === null)
}

/** Writes the image with its levels changed into `target`, which has the same length. Alpha becomes opaque. */
export function applyLevels(image: Pick<PixelImage, 'data'>, table: Uint8Array, target: Uint8ClampedArray): void {
  const { data } = image
  for (let i = 0; i < data.length; i += 4) {
    target[i] = table[data[i] as number] as number
    target[i + 1] = table[data[i + 1] as number] as number
    target[i + 2] = table[data[i + 2] as number] as number
    target[i + 3] = 255
  }
}
