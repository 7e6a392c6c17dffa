import sharp, { type OverlayOptions } from 'sharp'

const GAP = 16
const BACKGROUND = '#6b6b72'

export interface ContactSheetOptions {
  /** Slides beside each other; further ones go to the next rows. */
  columns: number
  /** Pixels of a slide's width, such as 360 for a phone. */
  width: number
}

/** Slides, as JPEG or PNG of any size, beside each other as one PNG. Each keeps its ratio, and a row is as high as its highest slide. */
export async function contactSheet(images: readonly Uint8Array[], { columns, width }: ContactSheetOptions): Promise<Uint8Array> {
  const slides = await Promise.all(
    images.map((image) => sharp(image).resize({ width }).flatten({ background: BACKGROUND }).png().toBuffer({ resolveWithObject: true })),
  )
  const placed: OverlayOptions[] = []
  let top = GAP
  for (let first = 0; first < slides.length; first += columns) {
    const row = slides.slice(first, first + columns)
    for (const [column, { data }] of row.entries()) placed.push({ input: data, left: GAP + column * (width + GAP), top })
    top += Math.max(...row.map(({ info }) => info.height)) + GAP
  }
  const across = Math.min(columns, Math.max(1, slides.length))
  const size = { width: GAP + across * (width + GAP), height: Math.max(top, 2 * GAP) }
  return sharp({ create: { ...size, channels: 3, background: BACKGROUND } })
    .composite(placed)
    .png()
    .toBuffer()
}
