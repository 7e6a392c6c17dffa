import { loadSharp } from '../kit/images.ts'
import { pick, seeded } from '../kit/random.ts'

/** Colors without any in the prompt. */
const PALETTES = [
  ['#0f2b46', '#3d7ea6', '#f2d0a4'],
  ['#2d1b4e', '#8a4f9e', '#f6c6d0'],
  ['#16302b', '#5f8f6b', '#e9e4c9'],
  ['#3b1c1c', '#b5533c', '#f3d9b1'],
] as const

interface Size {
  width: number
  height: number
}

/** Layered hills under a sun, in the colors that the prompt names. Another number draws another picture. */
export async function drawPrompt(prompt: string, { width, height }: Size, number: number): Promise<Buffer> {
  const random = seeded(`${prompt} ${number}`)
  const named = prompt.match(/#[0-9a-f]{6}\b/gi) ?? []
  const fallback = pick(random, PALETTES)
  const colors = [0, 1, 2].map((at) => named[at % Math.max(1, named.length)] ?? fallback[at] ?? '#888888')
  const [low = '#000000', mid = '#888888', high = '#ffffff'] = colors
  const layers = [0, 1, 2, 3].map((layer) => {
    const top = height * (0.5 + layer * 0.13)
    const points = Array.from({ length: 7 }, (_, at) => `${(width * at) / 6},${top + (random() - 0.5) * height * 0.12}`)
    return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="${layer % 2 === 0 ? mid : low}" opacity="${0.55 + layer * 0.13}"/>`
  })
  const sun = `<circle cx="${width * (0.2 + random() * 0.6)}" cy="${height * (0.18 + random() * 0.2)}" r="${width * (0.08 + random() * 0.08)}" fill="${high}" opacity="0.9"/>`
  const sky = `<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mid}"/><stop offset="0.7" stop-color="${high}"/></linearGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${sky}</defs><rect width="${width}" height="${height}" fill="url(#s)"/>${sun}${layers.join('')}</svg>`
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** The photo in the colors that the prompt names. */
export async function recolor(photo: Buffer, prompt: string, { width, height }: Size): Promise<Buffer> {
  const sharp = await loadSharp()
  const [color = '#c08040'] = prompt.match(/#[0-9a-f]{6}\b/i) ?? []
  return sharp(photo).resize(width, height, { fit: 'cover' }).tint(color).png().toBuffer()
}
