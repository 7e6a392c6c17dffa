import { whenIdle } from '../../components/lazy-hydrate.tsx'

/** Renders the slides one at a time, when the browser is idle. Throws if an image cannot be loaded. */
export async function renderFramedSlides(pictures: readonly HTMLImageElement[]): Promise<HTMLCanvasElement[]> {
  await Promise.all(pictures.map((picture) => picture.decode()))
  const slides: HTMLCanvasElement[] = []
  for (const picture of pictures) {
    await whenIdle()
    slides.push(withShadow(picture))
  }
  return slides
}

/** Corner radius and shadow margin, as shares of the slide's width. */
const CORNER = 12 / 210
const SHADOW = 24 / 210

/** A slide with rounded corners and shadow, rendered once for all frames. */
function withShadow(picture: HTMLImageElement): HTMLCanvasElement {
  const { naturalWidth: width, naturalHeight: height } = picture
  const margin = Math.round(width * SHADOW)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: width + 2 * margin, height: height + 2 * margin })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas')
  context.roundRect(margin, margin, width, height, width * CORNER)
  context.save()
  context.shadowColor = 'rgb(0 0 0 / 45%)'
  context.shadowBlur = margin * 0.8
  context.shadowOffsetY = margin * 0.3
  context.fill()
  context.restore()
  context.clip()
  context.drawImage(picture, margin, margin)
  return canvas
}

/** In CSS pixels, as in home.module.css: a slide's width, the gap, and the offset of every second slide. */
interface RowLayout {
  slide: number
  gap: number
  rise: number
}

const WIDE: RowLayout = { slide: 210, gap: 28, rise: 26 }
const NARROW: RowLayout = { slide: 140, gap: 16, rise: 18 }
const TOP = 24

/**
 * Draws the row once, as wide as the window plus one cycle. A CSS animation moves it by a cycle and repeats, so no frames are drawn here. It
 * starts at the position of the still images.
 */
export async function drawRow(canvas: HTMLCanvasElement, slides: readonly HTMLCanvasElement[], signal: AbortSignal): Promise<void> {
  const context = canvas.getContext('2d')
  const stage = canvas.parentElement
  if (!context || !stage || slides.length === 0) return
  const [stageWidth, height] = [stage.clientWidth, stage.clientHeight]
  const layout = matchMedia('(max-width: 767px)').matches ? NARROW : WIDE
  const step = layout.slide + layout.gap
  const cycle = slides.length * step
  // Wider windows have enough pixels at scale 1.
  const ratio = Math.min(stageWidth > 2000 ? 1 : 2, devicePixelRatio)
  Object.assign(canvas, { width: Math.round((cycle + stageWidth) * ratio), height: Math.round(height * ratio) })
  canvas.style.width = `${cycle + stageWidth}px`
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const [margin, start] = [layout.slide * SHADOW, (stageWidth - cycle + layout.gap) / 2]
  const width = layout.slide + 2 * margin
  for (let position = -Math.ceil(start / step) - 1; start + position * step < cycle + stageWidth; position += 1) {
    await whenIdle()
    if (signal.aborted) return
    const index = ((position % slides.length) + slides.length) % slides.length
    const picture = slides[index]
    const top = TOP + (index % 2 === 0 ? layout.rise : 0)
    if (picture) context.drawImage(picture, start + position * step - margin, top - margin, width, (width * picture.height) / picture.width)
  }
}
