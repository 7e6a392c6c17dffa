import { traceFigure } from '../shaping/outline.ts'
import type { PathSink } from '../shaping/outline.ts'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '../slide/model.ts'
import { composePixels } from './compose.ts'
import type { ImageSource } from './compose.ts'
import { overlaps, WHOLE_SLIDE } from './region.ts'
import type { Region } from './region.ts'
import type { DrawOp, Scene, SceneText } from './scene.ts'

/** Pixels in a canvas's own form: an `ImageData`. */
export interface PixelLayer {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** The part of a 2D canvas context that the painter uses; those of browsers, workers and Node all have it. */
export interface PaintContext<Layer extends PixelLayer = PixelLayer> extends PathSink {
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  lineJoin: string
  lineCap: string
  globalAlpha: number
  beginPath(): void
  fill(rule: 'nonzero' | 'evenodd'): void
  stroke(): void
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void
  createImageData(width: number, height: number): Layer
  putImageData(layer: Layer, x: number, y: number, left: number, top: number, width: number, height: number): void
}

/** One layer serves all canvases of a thread: painting is synchronous, and it holds 8 MB. A thread has one kind of canvas. */
let sharedLayer: PixelLayer | null = null

function paintOp<Layer extends PixelLayer>(context: PaintContext<Layer>, op: DrawOp, origin: { x: number; y: number }): void {
  context.beginPath()
  for (const figure of op.figures) traceFigure(context, { ...figure, x: origin.x + figure.x, y: origin.y + figure.y })
  context.globalAlpha = op.opacity
  if (op.kind === 'stroke') {
    context.strokeStyle = op.colour
    context.lineWidth = op.width
    context.stroke()
  } else {
    context.fillStyle = op.colour
    context.fill(op.evenOdd ? 'evenodd' : 'nonzero')
  }
}

/**
 * Draws a scene on a 1080 x 1920 canvas whose context was made with `willReadFrequently`: that keeps browsers on the
 * rasteriser which Node's canvas shares, so that both give the same bytes.
 */
export function paintScene<Layer extends PixelLayer>(context: PaintContext<Layer>, scene: Scene, pictures: ImageSource): void {
  paintRegion(context, scene, { pictures, region: WHOLE_SLIDE })
}

/** Draws a part of a scene, on whose edges no text may lie: `changedRegion` gives such parts. */
export function paintRegion<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  scene: Scene,
  { pictures, region }: { pictures: ImageSource; region: Region },
): void {
  const layer = (sharedLayer ?? context.createImageData(EXPORT_WIDTH, EXPORT_HEIGHT)) as Layer
  sharedLayer = layer
  composePixels(scene, pictures, { data: layer.data, from: region.top, to: region.bottom })
  const { left, top, right, bottom } = region
  context.putImageData(layer, 0, 0, left, top, right - left, bottom - top)
  const texts = scene.texts.filter((text) => overlaps(text.bounds, region))
  paintTexts(context, texts, 1)
}

/** Draws texts over the content of a canvas that is `scale` times as large as a slide. */
export function paintTexts<Layer extends PixelLayer>(context: PaintContext<Layer>, texts: readonly SceneText[], scale: number): void {
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const text of texts) for (const op of text.ops) paintOp(context, op, text)
  context.globalAlpha = 1
}
