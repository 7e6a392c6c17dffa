import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'

export interface CostlyPicture {
  name: string
  bytes: Buffer
}

/** One color all over: few bytes, many pixels. */
function flat(width: number, height: number, channels: 3 | 4): Sharp {
  const background = { r: 60, g: 90, b: 120, alpha: channels === 4 ? 0.5 : 1 }
  return sharp({ create: { width, height, channels, background }, limitInputPixels: false })
}

/** Detail all over, as a telephone takes it. */
async function photo(width: number, height: number): Promise<Sharp> {
  const size = { width: Math.ceil(width / 10), height: Math.ceil(height / 10), channels: 3 } as const
  const grain = sharp(randomBytes(size.width * size.height * 3), { raw: size })
  const jpeg = await grain.resize({ width, height, fit: 'fill' }).jpeg({ quality: 88 }).toBuffer()
  return sharp(jpeg)
}

/** Pictures that cost a decoder more than they look, and honest ones that are large. */
export async function costlyPictures(): Promise<CostlyPicture[]> {
  const telephone = await photo(8064, 6048)
  const made: [string, Sharp][] = [
    ['AVIF 7000 x 7000, 1 kB', flat(7000, 7000, 3).avif({ effort: 0 })],
    ['AVIF 4000 x 3000', telephone.clone().resize(4000, 3000).avif({ effort: 0 })],
    ['AVIF 3500 x 2800, 10 bits', telephone.clone().resize(3500, 2800).avif({ effort: 0, bitdepth: 10, chromaSubsampling: '4:4:4' })],
    ['PNG 7000 x 7000, transparent', flat(7000, 7000, 4).png()],
    ['PNG 7000 x 7000, transparent, interlaced', flat(7000, 7000, 4).png({ progressive: true })],
    ['PNG 6500 x 6500, transparent, interlaced', flat(6500, 6500, 4).png({ progressive: true })],
    ['PNG 7000 x 7000, transparent, 16 bits', flat(7000, 7000, 4).toColorspace('rgb16').png()],
    ['PNG 20,000 x 2500, transparent, 16 bits', flat(20_000, 2500, 4).toColorspace('rgb16').png()],
    ['PNG 5,000,000 x 10', flat(5_000_000, 10, 3).png()],
    ['PNG 10 x 4,900,000', flat(10, 4_900_000, 3).png()],
    ['JPEG 48 MP, progressive, full color', telephone.clone().jpeg({ progressive: true, quality: 80, chromaSubsampling: '4:4:4' })],
    ['JPEG 48 MP, progressive', telephone.clone().jpeg({ progressive: true, quality: 80 })],
    ['JPEG 48 MP, on its side', telephone.clone().withMetadata({ orientation: 6 }).jpeg({ quality: 88 })],
    ['JPEG 48 MP', telephone.clone().jpeg({ quality: 88 })],
    ['WebP 7000 x 7000', flat(7000, 7000, 3).webp()],
    ['WebP 6500 x 6500, lossless, transparent', flat(6500, 6500, 4).webp({ lossless: true, effort: 0 })],
    ['WebP 48 MP', telephone.clone().webp({ effort: 0 })],
    ['JPEG 12 MP', telephone.clone().resize(4000, 3000).jpeg({ quality: 88 })],
  ]
  const pictures: CostlyPicture[] = []
  for (const [name, picture] of made) pictures.push({ name, bytes: await picture.toBuffer() })
  return pictures
}
