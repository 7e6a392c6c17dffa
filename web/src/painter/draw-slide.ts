import { paintLarge } from '@ninesixteen/shared/scene/paint-tiles'
import { requireFonts } from '@ninesixteen/shared/scene/scene'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { crc32 } from './checksum.ts'
import { drawCover, openPhoto } from './cover-photo.ts'
import { JPEG_QUALITY } from './export-messages.ts'
import type { ExportScale, SlideFile, SlideFileOptions } from './export-messages.ts'
import { getPainter } from './painter.ts'
import type { PaintAll, Painted, Painter } from './painter.ts'
import { photoVariant } from './images.ts'
import type { ResolveUrl } from './images.ts'
import { fetchStoredFile } from './decode-image.ts'
import { blobOf, contextOf, createSurface } from './surface.ts'
import type { Surface } from './surface.ts'

/** One canvas per thread for all slides: at double size, each new one would hold 33 MB until garbage collection. */
let surface: Surface | null = null

/** Draws at `scale` times the size of the slide's format. */
function paintAt(scale: number, photo: ImageBitmap | null): PaintAll {
  return (canvas, scene, pictures) => {
    Object.assign(canvas, { width: scene.size.width * scale, height: scene.size.height * scale })
    const context = contextOf(canvas)
    paintLarge(context, scene, {
      pictures,
      scale,
      drawPhoto: photo ? () => drawCover(context, photo, { size: scene.size, scale, focus: scene.focus }) : undefined,
    })
  }
}

/** Draws larger than the preview, with the original photo, which is released at once: 12 megapixels take 48 MB. */
async function drawLarge(
  painter: Painter,
  canvas: Surface,
  { slide, scale, resolveUrl }: LargeSlide,
): Promise<Pick<Painted, 'scene' | 'complete'>> {
  // A photo that is placed or has effects is drawn at single size and enlarged.
  const path = slide.photoPlacement || slide.photoEffects ? null : slide.backgroundImage
  const rest = path === null ? slide : { ...slide, backgroundImage: null, backdrop: undefined }
  const [file] = await Promise.all([
    path === null ? null : resolveUrl(path, photoVariant(slide, scale)).then(fetchStoredFile),
    painter.prepare([rest], { resolveUrl }),
  ])
  const photo = file && (await openPhoto(file))
  try {
    return painter.paintBy(paintAt(scale, photo), canvas, rest)
  } finally {
    photo?.close()
  }
}

interface LargeSlide {
  slide: Slide
  scale: ExportScale
  resolveUrl: ResolveUrl
}

/** Renders one slide to a file on this thread. */
export async function drawSlide(slide: Slide, options: SlideFileOptions & { resolveUrl: ResolveUrl }): Promise<SlideFile> {
  const { resolveUrl, fileType, scale, thumbnail } = options
  const painter = await getPainter()
  const canvas = (surface ??= createSurface(1, 1))
  const draw = async (): Promise<boolean> => {
    const large = scale === 1 ? null : await drawLarge(painter, canvas, { slide, scale, resolveUrl })
    if (!large) await painter.prepare([slide], { resolveUrl })
    const { scene, complete } = large ?? painter.paint(canvas, slide)
    requireFonts(scene)
    return complete
  }
  // Drawing may find that a text takes the whole of HarfBuzz, which the second preparation loads.
  if (!(await draw()) && !(await draw())) throw new Error('A part of the slide is missing')
  // Both read the canvas synchronously, so the next slide may be drawn meanwhile.
  const [blob, small] = await Promise.all([
    blobOf(canvas, { type: `image/${fileType}`, quality: JPEG_QUALITY }),
    thumbnail === undefined ? null : createImageBitmap(canvas, { resizeWidth: thumbnail, resizeQuality: 'medium' }),
  ])
  // Browsers without an encoder for the type return a PNG.
  if (blob.type !== `image/${fileType}`) throw new Error(`This browser cannot make ${fileType.toUpperCase()} files`)
  return { blob, checksum: crc32(new Uint8Array(await blob.arrayBuffer())), thumbnail: small }
}
