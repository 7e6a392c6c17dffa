import type { PixelImage } from '../../scene/pixel-image.ts'

/** Bytes of a picture in I420: a byte of luma each pixel, and two of chroma each 2 x 2 pixels. */
export function i420Size(width: number, height: number): number {
  return (width * height * 3) / 2
}

/**
 * Converts pixels to I420 in the colors of HD video: BT.709 in limited range (ITU-R BT.709-6, table 3), rounded to nearest. Chroma is the
 * average of 2 x 2 pixels. Width and height must be even. Alpha is not looked at.
 */
export function toI420({ width, height, data }: PixelImage, out: Uint8Array): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const blueAt = width * height
  const redAt = blueAt + (blueAt >> 2)
  let chroma = 0
  for (let y = 0; y < height; y += 2) {
    let top = y * width
    for (const end = top + width; top < end; top += 2, chroma += 1) {
      const bottom = top + width
      // Each is one pixel as ABGR.
      const a = pixels[top] as number
      const b = pixels[top + 1] as number
      const c = pixels[bottom] as number
      const d = pixels[bottom + 1] as number
      out[top] = luma(a)
      out[top + 1] = luma(b)
      out[bottom] = luma(c)
      out[bottom + 1] = luma(d)
      const r = (a & 255) + (b & 255) + (c & 255) + (d & 255)
      const g = ((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255)
      const bl = ((a >> 16) & 255) + ((b >> 16) & 255) + ((c >> 16) & 255) + ((d >> 16) & 255)
      out[blueAt + chroma] = (-6596 * r - 22189 * g + 28785 * bl + CHROMA_OFFSET) >> 18
      out[redAt + chroma] = (28785 * r - 26145 * g - 2640 * bl + CHROMA_OFFSET) >> 18
    }
  }
}

/** 128 and a half for rounding, for sums of four pixels in units of 2^-16. */
const CHROMA_OFFSET = 33_685_504
/** 16 and a half for rounding, in units of 2^-16. */
const LUMA_OFFSET = 1_081_344

/** 16 + 219 / 255 * (0.2126 R + 0.7152 G + 0.0722 B), the factors in units of 2^-16. */
function luma(pixel: number): number {
  return (11_966 * (pixel & 255) + 40_254 * ((pixel >> 8) & 255) + 4064 * ((pixel >> 16) & 255) + LUMA_OFFSET) >> 16
}

/** Mixes two pictures in I420: `share` 0 is all `from`, 1 all `to`. The luma and chroma of a mix are the mix of luma and chroma. */
export function mixI420(pictures: { from: Uint8Array; to: Uint8Array; share: number }, out: Uint8Array): void {
  const { from, to } = pictures
  const weight = Math.round(pictures.share * 256)
  for (let i = 0; i < out.length; i++) {
    const start = from[i] as number
    out[i] = start + ((((to[i] as number) - start) * weight + 128) >> 8)
  }
}
