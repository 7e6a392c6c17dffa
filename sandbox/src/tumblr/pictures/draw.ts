import { loadSharp } from '../../picture-library.ts'
import { seeded } from '../../random.ts'
import type { Picture, PictureSize } from './picture.ts'
import { SCENES } from './scenes.ts'

/** Frames of a picture that moves. */
const FRAMES = 3

/** The bytes of a picture in one of its sizes: drawn by code, the same every time, nobody's but this project's. */
export async function drawPicture(picture: Picture, size: PictureSize): Promise<Buffer> {
  const sharp = await loadSharp()
  const isMoving = picture.type === 'image/gif'
  if (isMoving) {
    const frames = await Promise.all(
      Array.from({ length: FRAMES }, (_, at) =>
        sharp(svg(picture, size, at))
          .png()
          .toBuffer(),
      ),
    )
    return sharp(frames, { join: { animated: true } })
      .gif({ delay: Array.from({ length: FRAMES }, () => 200), loop: 0 })
      .toBuffer()
  }
  const drawn = sharp(svg(picture, size, 0)).flatten({ background: '#ffffff' })
  if (picture.type === 'image/png') return drawn.png().toBuffer()
  if (picture.type === 'image/webp') return drawn.webp({ quality: 80 }).toBuffer()
  return drawn.jpeg({ quality: 82 }).toBuffer()
}

function svg({ name, scene, width, height }: Picture, size: PictureSize, frame: number): Buffer {
  const inside = SCENES[scene](seeded(frame === 0 ? name : `${name} ${frame}`), width, height)
  // A square is cut from the middle, everything else is fitted.
  const fit = size.name.endsWith('_c1') ? 'xMidYMid slice' : 'none'
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="${fit}">${inside}</svg>`,
  )
}
