import { createHash } from 'node:crypto'

/** The subject of an image: its drawings in `scenes`. */
export type SceneName =
  | 'sea'
  | 'waves'
  | 'forest'
  | 'city'
  | 'stars'
  | 'shapes'
  | 'plants'
  | 'cups'
  | 'gradient'
  | 'hills'
  | 'dunes'
  | 'mountains'

/** An image of a post. Its name determines everything about it. */
export interface BlogImage {
  /** `BLOG/POST/NUMBER` */
  name: string
  scene: SceneName
  /** Original size, in pixels. */
  width: number
  height: number
  type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
  /** File name; the host serves a `.pnj` in the format it likes. */
  extension: 'jpg' | 'png' | 'gif' | 'gifv' | 'webp' | 'pnj'
}

/** A rendition: fitted into a box, or cut to a square. */
export interface BlogImageSize {
  /** As in the address. */
  name: string
  width: number
  height: number
}

/** The platform's boxes, widest first. */
const BOXES = [
  [2048, 3072],
  [1280, 1920],
  [640, 960],
  [540, 810],
  [500, 750],
  [400, 600],
  [250, 400],
  [100, 200],
] as const

/** All sizes of an image, widest first, the small square last. Nothing is enlarged. */
export function sizesOf({ width, height }: Pick<BlogImage, 'width' | 'height'>): BlogImageSize[] {
  const fitted = BOXES.map(([boxWidth, boxHeight]): BlogImageSize => {
    const scale = Math.min(1, boxWidth / width, boxHeight / height)
    return { name: `s${boxWidth}x${boxHeight}`, width: Math.round(width * scale), height: Math.round(height * scale) }
  })
  // Boxes larger than the image all hold the same pixels: keep only the smallest.
  const distinct = fitted.filter((size, at) => fitted[at + 1]?.width !== size.width)
  return [...distinct, { name: 's75x75_c1', width: 75, height: 75 }]
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The path of a size on the media host, shaped like the platform's: two hashes, size, file. */
export function picturePath({ name, extension }: BlogImage, size: BlogImageSize): string {
  return `/${hash(name).slice(0, 32)}/${hash(`key ${name}`).slice(0, 14)}-${hash(name).slice(32, 34)}/${size.name}/${hash(`${name} ${size.name}`).slice(0, 40)}.${extension}`
}
