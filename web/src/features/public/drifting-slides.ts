/** The pictures as they drift by, once all of them are there; a picture that cannot be loaded fails this. */
export async function framedSlides(pictures: readonly HTMLImageElement[]): Promise<HTMLCanvasElement[]> {
  await Promise.all(pictures.map((picture) => picture.decode()))
  return pictures.map(framed)
}

/** Of a slide's width: how round its corners are, and how much room its shadow takes around it. */
const CORNER = 12 / 210
const SHADOW = 24 / 210

/** A slide with round corners and its shadow, once for all frames. */
function framed(picture: HTMLImageElement): HTMLCanvasElement {
  const { naturalWidth: width, naturalHeight: height } = picture
  const room = Math.round(width * SHADOW)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: width + 2 * room, height: height + 2 * room })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gives no canvas')
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

/** In CSS pixels: of one slide, between two, and of the rise of every second one. */
export interface Rank {
  slide: number
  gap: number
  rise: number
}

/** CSS pixels a second, and how far each slide sways. */
const SPEED = 16
const SWAY = 5

/** Draws the rank as it stands after so many seconds: an endless row that drifts to the left, each slide swaying a little. */
export function drawDrift(
  canvas: HTMLCanvasElement,
  slides: readonly HTMLCanvasElement[],
  { seconds, rank }: { seconds: number; rank: Rank },
): void {
  const context = canvas.getContext('2d')
  const [first] = slides
  if (!context || !first) return
  const ratio = canvas.width / canvas.clientWidth
  const step = rank.slide + rank.gap
  const shown = canvas.clientWidth / step + 2
  const gone = seconds * SPEED
  const room = rank.slide * SHADOW
  const width = rank.slide + 2 * room
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight)
  for (let place = Math.floor(gone / step) - 1, drawn = 0; drawn < shown + 1; place += 1, drawn += 1) {
    const picture = slides[((place % slides.length) + slides.length) % slides.length] ?? first
    const top = 24 + (place % 2 === 0 ? rank.rise : 0) + SWAY * Math.sin(seconds * 0.7 + place * 1.7)
    context.drawImage(picture, place * step - gone - room, top - room, width, (width * picture.height) / picture.width)
  }
}
