import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSharp } from '../../kit/images.ts'
import { pick, seeded } from '../../kit/random.ts'
import type { BlogImage, BlogImageSize, SceneName } from './image.ts'

/** Frames of an animated image. */
const FRAMES = 3
/** Drawings are named `SCENE-NUMBER.svg`: squares of this side. */
const DRAWINGS = join(import.meta.dirname, 'scenes')
const SIDE = 1500

/** The bytes of an image in one of its sizes: part of a drawing, always the same. */
export async function drawImage(blogImage: BlogImage, size: BlogImageSize): Promise<Buffer> {
  const sharp = await loadSharp()
  const drawings = await drawingsOf(blogImage.scene)
  const isMoving = blogImage.type === 'image/gif'
  if (isMoving) {
    const frames = await Promise.all(
      Array.from({ length: FRAMES }, (_, at) =>
        sharp(svg(drawings, { image: blogImage, size, frame: at }))
          .png()
          .toBuffer(),
      ),
    )
    return sharp(frames, { join: { animated: true } })
      .gif({ delay: Array.from({ length: FRAMES }, () => 200), loop: 0 })
      .toBuffer()
  }
  const image = sharp(svg(drawings, { image: blogImage, size, frame: 0 })).flatten({ background: '#ffffff' })
  if (blogImage.type === 'image/png') return image.png().toBuffer()
  if (blogImage.type === 'image/webp') return image.webp({ quality: 80 }).toBuffer()
  return image.jpeg({ quality: 82 }).toBuffer()
}

async function drawingsOf(scene: SceneName): Promise<string[]> {
  const files = (await readdir(DRAWINGS)).filter((file) => file.startsWith(`${scene}-`))
  return Promise.all(files.toSorted().map((file) => readFile(join(DRAWINGS, file), 'utf8')))
}

/** The name determines the drawing, the part of it and mirroring, so that no two images are equal. */
function svg(drawings: string[], { image, size, frame }: { image: BlogImage; size: BlogImageSize; frame: number }): Buffer {
  const { name, width, height } = image
  const random = seeded(frame === 0 ? name : `${name} ${frame}`)
  const drawing = pick(random, drawings)
  const scale = ((0.75 + random() / 4) * SIDE) / Math.max(width, height)
  const part = [width * scale, height * scale] as const
  const [left, top] = part.map((side) => random() * (SIDE - side))
  const mirror = random() < 0.5 ? ` transform="matrix(-1 0 0 1 ${SIDE} 0)"` : ''
  // Squares are cut from the middle, all other sizes fitted.
  const fit = size.name.endsWith('_c1') ? 'xMidYMid slice' : 'none'
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${left} ${top} ${part.join(' ')}" preserveAspectRatio="${fit}"><g${mirror}>${drawing}</g></svg>`,
  )
}
