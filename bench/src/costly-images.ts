import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'

export interface CostlyImage {
  name: string
  bytes: Buffer
}

/** A single color: few bytes, many pixels. */
function singleColor(width: number, height: number, channels: 3 | 4): Sharp {
  const background = { r: 60, g: 90, b: 120, alpha: channels === 4 ? 0.5 : 1 }
  return sharp({ create: { width, height, channels, background }, limitInputPixels: false })
}

/** Noise over the whole image, as detailed as a phone's photo. */
async function photo(width: number, height: number): Promise<Sharp> {
  const size = { width: Math.ceil(width / 10), height: Math.ceil(height / 10), channels: 3 } as const
  const grain = sharp(randomBytes(size.width * size.height * 3), { raw: size })
  const jpeg = await grain.resize({ width, height, fit: 'fill' }).jpeg({ quality: 88 }).toBuffer()
  return sharp(jpeg)
}

/** Images that cost a decoder more than their size suggests, and ordinary large ones. */
export async function createCostlyImages(): Promise<CostlyImage[]> {
  const phonePhoto = await photo(8064, 6048)
  const variants: [string, Sharp][] = [
    ['AVIF 7000 x 7000, 1 kB', singleColor(7000, 7000, 3).avif({ effort: 0 })],
    ['AVIF 4000 x 3000', phonePhoto.clone().resize(4000, 3000).avif({ effort: 0 })],
    ['AVIF 3500 x 2800, 10 bits', phonePhoto.clone().resize(3500, 2800).avif({ effort: 0, bitdepth: 10, chromaSubsampling: '4:4:4' })],
    ['PNG 7000 x 7000, transparent', singleColor(7000, 7000, 4).png()],
    ['PNG 7000 x 7000, transparent, interlaced', singleColor(7000, 7000, 4).png({ progressive: true })],
    ['PNG 6500 x 6500, transparent, interlaced', singleColor(6500, 6500, 4).png({ progressive: true })],
    ['PNG 7000 x 7000, transparent, 16 bits', singleColor(7000, 7000, 4).toColorspace('rgb16').png()],
    ['PNG 20,000 x 2500, transparent, 16 bits', singleColor(20_000, 2500, 4).toColorspace('rgb16').png()],
    ['PNG 5,000,000 x 10', singleColor(5_000_000, 10, 3).png()],
    ['PNG 10 x 4,900,000', singleColor(10, 4_900_000, 3).png()],
    ['JPEG 48 MP, progressive, full color', phonePhoto.clone().jpeg({ progressive: true, quality: 80, chromaSubsampling: '4:4:4' })],
    ['JPEG 48 MP, progressive', phonePhoto.clone().jpeg({ progressive: true, quality: 80 })],
    ['JPEG 48 MP, on its side', phonePhoto.clone().withMetadata({ orientation: 6 }).jpeg({ quality: 88 })],
    ['JPEG 48 MP', phonePhoto.clone().jpeg({ quality: 88 })],
    ['WebP 7000 x 7000', singleColor(7000, 7000, 3).webp()],
    ['WebP 6500 x 6500, lossless, transparent', singleColor(6500, 6500, 4).webp({ lossless: true, effort: 0 })],
    ['WebP 48 MP', phonePhoto.clone().webp({ effort: 0 })],
    ['JPEG 12 MP', phonePhoto.clone().resize(4000, 3000).jpeg({ quality: 88 })],
  ]
  const images: CostlyImage[] = []
  for (const [name, image] of variants) images.push({ name, bytes: await image.toBuffer() })
  return images
}
