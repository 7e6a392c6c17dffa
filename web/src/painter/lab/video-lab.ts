import type { Format } from '@ninesixteen/shared/slide/formats'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { VideoSound } from '@ninesixteen/shared/sound/video-sound'
import { multiPhotoVideo, slideshowVideo } from '@ninesixteen/shared/video/video-spec'
import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { PHOTO_CHANGES, PHOTO_MS, VIDEO_FPS, VIDEO_MS } from '@ninesixteen/shared/video/timeline'
import { loadShaper } from '../asset-urls.ts'
import { createVideoImages } from '../video/video-images.ts'
import { makeVideo } from '../video/make-video.ts'
import { getPainter } from '../page-painter.ts'
import type { ResolveUrl } from '../images.ts'
import { differenceOf, fetchSlides, paintSlide, pixelsOf, resolveUrl } from './lab-slides.ts'
import type { Difference } from './lab-slides.ts'

/** Ways to encode the video of 34 photos: ours, and its baselines. */
export type VideoKind =
  /** As `ours`, with sound. */
  | 'sound'
  /** A slideshow of ten slides, 600 frames, whose backgrounds move. */
  | 'motion'
  /** From the server's renditions. */
  | 'ours'
  /** From photos of 12 megapixels. */
  | 'originals'
  /** Each of the 600 frames encoded. */
  | 'mediabunny600'
  /** The browser's own recorder, in real time. */
  | 'mediaRecorder'

export interface VideoMeasure {
  /** Duration from the call to the finished file, in milliseconds. */
  ms: number
  bytes: number
  /** The page's longest time between two frames, in milliseconds. */
  longestGap: number
}

/** Measures how long the page was blocked. */
export function watchFrames(): { longestGap(): number } {
  let [last, longest, running] = [performance.now(), 0, true]
  const look = (now: number): void => {
    longest = Math.max(longest, now - last)
    last = now
    if (running) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  return {
    longestGap() {
      running = false
      return longest
    },
  }
}

const quote = slideSchema.parse({
  id: 'quote',
  textStyle: 'outline',
  brightness: -1,
  contrast: 2,
  textBoxes: [
    { id: 'quote', text: 'small steps every day beat big plans 🔥 keep going 🌅', x: 20, y: 140, width: 216, height: 80, fontSize: 9 },
  ],
})
const photos = Array.from({ length: PHOTO_CHANGES }, (_, index) => `video/${index}.jpg`)

function resolverOf(variant: 'cover' | 'original'): ResolveUrl {
  return async (path) => `/pictures/${path}?variant=${variant}`
}

/** Draws the photos before recording, which then only shows them. */
async function drawBitmaps(video: VideoSpec): Promise<ImageBitmap[]> {
  const painter = await getPainter()
  const bitmaps: ImageBitmap[] = []
  for (const { slide } of video.pictures) {
    const canvas = new OffscreenCanvas(1, 1)
    await painter.prepare([slide], { resolveUrl: resolverOf('cover') })
    painter.paint(canvas, slide)
    bitmaps.push(await createImageBitmap(canvas))
  }
  return bitmaps
}

/** The baseline without WebCodecs: plays the video on a canvas and records it in real time. */
async function record(video: VideoSpec): Promise<Blob> {
  const bitmaps = await drawBitmaps(video)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: bitmaps[0]?.width, height: bitmaps[0]?.height })
  const context = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(VIDEO_FPS), { mimeType: 'video/mp4', videoBitsPerSecond: 12_000_000 })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  recorder.start()
  const start = performance.now()
  for (let now = start; now - start < VIDEO_MS; now = await new Promise<number>(requestAnimationFrame)) {
    const bitmap = bitmaps[Math.max(0, Math.floor((now - start) / PHOTO_MS))]
    if (bitmap) context?.drawImage(bitmap, 0, 0)
  }
  recorder.stop()
  await stopped
  for (const bitmap of bitmaps) bitmap.close()
  return new Blob(parts)
}

/** Half a minute of it; both fades are cut into the packets. */
const SOUND: VideoSound = { path: 'sound/track.aac', start: 5, fadeIn: 1, fadeOut: 2, volume: 0.8 }

/** An MP4 of the first slides with motion, a second each. */
function movingVideo(count: number, crossFade: boolean): Promise<Blob> {
  const slides = photos.slice(0, count).map((backgroundImage, index) => ({ ...quote, id: `${index}`, backgroundImage }))
  return makeVideo(slideshowVideo(slides, { seconds: 1, crossFade, motion: true }), { resolveUrl: resolverOf('cover'), method: 'held' })
}

function make(kind: VideoKind): Promise<Blob> {
  const video = { ...multiPhotoVideo(quote, photos), sound: kind === 'sound' ? SOUND : null }
  if (kind === 'mediaRecorder') return record(video)
  if (kind === 'motion') return movingVideo(10, false)
  const resolve = resolverOf(kind === 'originals' ? 'original' : 'cover')
  return makeVideo(video, { resolveUrl: resolve, method: kind === 'mediabunny600' ? 'every-frame' : 'held' })
}

/** Encodes the video in one of the ways. The first call of a page also loads code and fonts. */
async function measureVideo(kind: VideoKind): Promise<VideoMeasure> {
  const frames = watchFrames()
  const start = performance.now()
  const file = await make(kind)
  const ms = performance.now() - start
  return { ms, bytes: file.size, longestGap: frames.longestGap() }
}

/** A missing image. The user decides about a video without it, not the encoder. */
const withoutGone = (slide: Slide): Slide => ({ ...slide, imageBoxes: slide.imageBoxes.filter((box) => box.imageUrl !== 'lab/gone.jpg') })

/** Number of bytes in which a video's frames, before encoding, differ from the preview. */
async function compareWithVideo(set: string, format: Format): Promise<Difference[]> {
  const slides = (await fetchSlides(set, format)).map(withoutGone)
  const video = createVideoImages({ slides, assets: await loadShaper(), resolveUrl })
  const differences: Difference[] = []
  for (const [index, slide] of slides.entries()) {
    const { data } = await video.pixels(index)
    differences.push(differenceOf(pixelsOf(await paintSlide(slide)), new Uint8ClampedArray(data)))
  }
  return differences
}

/** Two slides with motion and a cross-fade. */
const makeMovingVideo = async (): Promise<Uint8Array> => new Uint8Array(await (await movingVideo(2, true)).arrayBuffer())

/** The lab page's video functions. */
export const videoLab = { compareWithVideo, measureVideo, makeMovingVideo }
