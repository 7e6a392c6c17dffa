import { whenIdle } from '../../components/lazy-hydrate.tsx'

/** Renders the slides one at a time, when the browser is idle. Throws if an image cannot be loaded. */
export async function framedSlides(pictures: readonly HTMLImageElement[]): Promise<HTMLCanvasElement[]> {
  await Promise.all(pictures.map((picture) => picture.decode()))
  const slides: HTMLCanvasElement[] = []
  for (const picture of pictures) {
    await whenIdle()
    slides.push(framed(picture))
  }
  return slides
}

/** Corner radius and shadow margin, as shares of the slide's width. */
const CORNER = 12 / 210
const SHADOW = 24 / 210

/** A slide with rounded corners and shadow, rendered once for all frames. */
function framed(picture: HTMLImageElement): HTMLCanvasElement {
  const { naturalWidth: width, naturalHeight: height } = picture
  const room = Math.round(width * SHADOW)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: width + 2 * room, height: height + 2 * room })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas')
  context.roundRect(room, room, width, height, width * CORNER)
  context.save()
  context.shadowColor = 'rgb(0 0 0 / 45%)'
  context.shadowBlur = room * 0.8
  context.shadowOffsetY = room * 0.3
  context.fill()
  context.restore()
  context.clip()
  context.drawImage(picture, room, room)
  return canvas
}

/** In CSS pixels, as in home.module.css: a slide's width, the gap, and the offset of every second slide. */
interface Rank {
  slide: number
  gap: number
  rise: number
}

const WIDE: Rank = { slide: 210, gap: 28, rise: 26 }
const NARROW: Rank = { slide: 140, gap: 16, rise: 18 }
const TOP = 24

/**
 * Draws the row once, as wide as the window plus one cycle. A CSS animation moves it by a cycle and repeats, so no frames are drawn here. It
 * starts at the position of the still images.
 */
export async function drawRank(canvas: HTMLCanvasElement, slides: readonly HTMLCanvasElement[], signal: AbortSignal): Promise<void> {
  const context = canvas.getContext('2d')
  const stage = canvas.parentElement
  if (!context || !stage || slides.length === 0) return
  const [shown, height] = [stage.clientWidth, stage.clientHeight]
  const rank = matchMedia('(max-width: 767px)').matches ? NARROW : WIDE
  const step = rank.slide + rank.gap
  const round = slides.length * step
  // Wider windows have enough pixels at scale 1.
  const ratio = Math.min(shown > 2000 ? 1 : 2, devicePixelRatio)
  Object.assign(canvas, { width: Math.round((round + shown) * ratio), height: Math.round(height * ratio) })
  canvas.style.width = `${round + shown}px`
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const [room, begin] = [rank.slide * SHADOW, (shown - round + rank.gap) / 2]
  const width = rank.slide + 2 * room
  for (let place = -Math.ceil(begin / step) - 1; begin + place * step < round + shown; place += 1) {
    await whenIdle()
    if (signal.aborted) return
    const at = ((place % slides.length) + slides.length) % slides.length
    const picture = slides[at]
    const top = TOP + (at % 2 === 0 ? rank.rise : 0)
    if (picture) context.drawImage(picture, begin + place * step - room, top - room, width, (width * picture.height) / picture.width)
  }
}
