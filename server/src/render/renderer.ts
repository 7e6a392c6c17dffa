import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, ImageData } from '@napi-rs/canvas'
import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import { paintScene } from '@ninesixteen/shared/scene/paint'
import { preparePicture } from '@ninesixteen/shared/scene/resample'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import sharp from 'sharp'
import { loadShaper } from './asset-files.ts'
import type { AssetShaper } from './asset-files.ts'
import { decodePicture } from './decode-picture.ts'

/** Reads the files of a slide by storage path. Null when one is gone: the slide is drawn without it. */
export interface SlideFiles {
  /** The 1080 x 1920 cover rendition of a photo. */
  loadCover(path: string): Promise<Uint8Array | null>
  /** The original of an image box or logo. */
  loadPicture(path: string): Promise<Uint8Array | null>
}

/** A drawn slide. Each call encodes anew. */
export interface RenderedSlide {
  /** Quality 1 to 100. */
  jpeg(quality?: number): Promise<Buffer>
  png(): Promise<Buffer>
  /** 1080 x 1920 x 4 bytes, opaque. */
  rgba(): Buffer
}

export interface Renderer {
  renderSlide(slide: Slide, files: SlideFiles): Promise<RenderedSlide>
}

/** Two at a time: more than there are cores only costs memory, 40 MB a slide. */
const CONCURRENCY = 2
const JPEG_QUALITY = 90
/** Little deflating, no filter search: a fifth of the time for a tenth more bytes. */
const PNG_OPTIONS = { compressionLevel: 3, adaptiveFiltering: false } as const

/** Lets `limit` pieces of work run at once; the others wait in order. */
function createGate(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

async function loadAll<T>(paths: readonly string[], load: (path: string) => Promise<T>): Promise<Map<string, T>> {
  return new Map(await Promise.all([...new Set(paths)].map(async (path): Promise<[string, T]> => [path, await load(path)])))
}

function picturePaths(slide: Slide): string[] {
  return [...slide.imageBoxes.map((box) => box.imageUrl), ...(slide.logoImage === null ? [] : [slide.logoImage])]
}

/** Draws slides as the browser does, byte for byte. Decoding and encoding run off the event loop; layout and paths take a few milliseconds on it. */
export function createRenderer({ assetsDir }: { assetsDir: string }): Renderer {
  let loading: Promise<AssetShaper> | null = null
  const gate = createGate(CONCURRENCY)

  /** The first slide waits for fonts; a failure (assets not built) is not remembered. */
  function assets(): Promise<AssetShaper> {
    loading ??= loadShaper(assetsDir).catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }

  async function draw(slide: Slide, files: SlideFiles): Promise<Canvas> {
    const { shaper, prepare } = await assets()
    const photos = slide.backgroundImage === null ? [] : [slide.backgroundImage]
    const [covers, pictures] = await Promise.all([
      loadAll(photos, async (path) => {
        const bytes = await files.loadCover(path)
        return bytes && (await decodePicture(bytes))
      }),
      loadAll(picturePaths(slide), async (path) => {
        const bytes = await files.loadPicture(path)
        return bytes && preparePicture(await decodePicture(bytes))
      }),
      prepare([slide]),
    ])
    const canvas = createCanvas(EXPORT_WIDTH, EXPORT_HEIGHT)
    paintScene<ImageData>(canvas.getContext('2d'), layoutSlide(slide, shaper), {
      photo: (path) => covers.get(path) ?? null,
      picture: (path) => pictures.get(path) ?? null,
    })
    return canvas
  }

  return {
    renderSlide: (slide, files) =>
      gate(async () => {
        const canvas = await draw(slide, files)
        return {
          jpeg: (quality = JPEG_QUALITY) => gate(() => canvas.encode('jpeg', quality)),
          png: () =>
            gate(() =>
              sharp(canvas.data(), { raw: { width: EXPORT_WIDTH, height: EXPORT_HEIGHT, channels: 4 } })
                .removeAlpha()
                .png(PNG_OPTIONS)
                .toBuffer(),
            ),
          rgba: () => canvas.data(),
        }
      }),
  }
}
