import sharp from 'sharp'

/** A reproducible random sequence from 0 to 1 (Lehmer's generator). */
export function createSequence(seed: number): () => number {
  let state = (seed % 2147483646) + 1
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

/** Smooth color gradients with grain: photo-like detail for decoders and encoders. */
export function photoPixels(seed: number, width: number, height: number): Buffer {
  const next = createSequence(seed)
  const waves = Array.from({ length: 5 }, () => ({
    x: next() * 0.02,
    y: next() * 0.02,
    phase: next() * 6,
    tint: [next() * 40, next() * 40, next() * 40] as const,
  }))
  const pixels = Buffer.alloc(width * height * 3)
  let i = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const heights = waves.map((wave) => Math.sin(x * wave.x + y * wave.y + wave.phase))
      const grain = next() * 4 - 2
      for (let c = 0; c < 3; c++) {
        const light = waves.reduce((sum, wave, k) => sum + (heights[k] ?? 0) * (wave.tint[c] ?? 0), 120)
        pixels[i++] = Math.min(255, Math.max(0, Math.round(light + grain)))
      }
    }
  }
  return pixels
}

/** Color and alpha fade outwards, through every alpha value. */
function seeThroughPixels(size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  let i = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const distance = Math.hypot(x - size / 2, y - size / 2) / (size / 2)
      pixels[i++] = (x * 7) & 255
      pixels[i++] = (y * 5) & 255
      pixels[i++] = ((x + y) * 3) & 255
      pixels[i++] = Math.round(255 * Math.min(1, Math.max(0, 1.4 - 1.5 * distance)))
    }
  }
  return pixels
}

function photo(seed: number, width: number, height: number): Promise<Buffer> {
  return sharp(photoPixels(seed, width, height), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

function seeThrough(size: number): Promise<Buffer> {
  return sharp(seeThroughPixels(size), { raw: { width: size, height: size, channels: 4 } })
    .png()
    .toBuffer()
}

/** Generated images by storage path, as the product would store them. */
export async function generateImages(): Promise<Map<string, Buffer>> {
  const makers: [string, () => Promise<Buffer>][] = [
    ['lab/photo-1.jpg', () => photo(11, 1080, 1920)],
    ['lab/photo-2.jpg', () => photo(22, 1080, 1920)],
    ['lab/photo-3.jpg', () => photo(33, 1080, 1920)],
    ['lab/product.jpg', () => photo(44, 1501, 997)],
    ['lab/logo.png', () => seeThrough(640)],
    ['lab/small.png', () => seeThrough(37)],
  ]
  const pictures = new Map<string, Buffer>()
  for (const [path, make] of makers) pictures.set(path, await make())
  return pictures
}
