import { COORDINATES, traceFigure } from '../shaping/outline.ts'
import type { Figure, Outline, PathSink } from '../shaping/outline.ts'
import type { Size } from '../slide/formats.ts'
import { channelsOf } from './backdrop.ts'
import { blurChannel } from './blur.ts'
import type { Channel } from './blur.ts'
import { divideBy255 } from './pixel-image.ts'
import { cutOutline } from './cut-outlines.ts'
import { isEmpty, isInside, touchedBy } from './region.ts'
import type { Region, Turn } from './region.ts'
import type { DrawOp, SceneOutline, SceneShadow } from './scene.ts'

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
  getImageData(x: number, y: number, width: number, height: number): Layer
  putImageData(layer: Layer, x: number, y: number, left: number, top: number, width: number, height: number): void
}

const WHITE = '#ffffff'

/** In one color when given, for a mask. */
function paintOps<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  box: SceneOutline,
  { size, color }: { size: Size; color?: string },
): void {
  for (const op of box.ops) paintOp(context, color === undefined ? op : { ...op, color, opacity: 1 }, { box, size })
}

/** An outline with each of its points placed elsewhere. */
function placePoints(outline: Outline, place: (x: number, y: number) => readonly [number, number]): number[] {
  const placed: number[] = []
  for (let i = 0; i < outline.length;) {
    const opcode = outline[i] as number
    const end = i + 1 + (COORDINATES[opcode] ?? 0)
    placed.push(opcode)
    for (i += 1; i < end; i += 2) placed.push(...place(outline[i] as number, outline[i + 1] as number))
  }
  return placed
}

/** A figure with its points turned, since the transformations of canvases differ from engine to engine in the last digits. */
function turnFigure({ outline, x, y, scale }: Figure, { cos, sin, x: centreX, y: centreY }: Turn): Figure {
  const turned = placePoints(outline, (pointX, pointY) => {
    const right = x + scale * pointX - centreX
    const down = y + scale * pointY - centreY
    return [centreX + right * cos - down * sin, centreY + right * sin + down * cos]
  })
  return { outline: turned, x: 0, y: 0, scale: 1 }
}

function paintOp<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  op: DrawOp,
  { box: { x, y, turn }, size }: { box: SceneOutline; size: Size },
): void {
  const placed = op.figures.map((figure) => {
    const moved = { ...figure, x: x + figure.x, y: y + figure.y }
    return turn ? turnFigure(moved, turn) : moved
  })
  const width = op.kind === 'stroke' ? op.width : 0
  context.globalAlpha = op.opacity
  // Engines differ in how they cut a shape at the edge of a canvas, so they get it cut.
  if (isInside(touchedBy(placed, width), size)) drawWhole(context, placed, op)
  else drawCut(context, placed, { op, size })
}

function drawWhole<Layer extends PixelLayer>(context: PaintContext<Layer>, figures: readonly Figure[], op: DrawOp): void {
  context.beginPath()
  for (const figure of figures) traceFigure(context, figure)
  if (op.kind === 'stroke') {
    context.strokeStyle = op.color
    context.lineWidth = op.width
    context.stroke()
  } else {
    context.fillStyle = op.color
    context.fill(op.evenOdd ? 'evenodd' : 'nonzero')
  }
}

function drawCut<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  figures: readonly Figure[],
  { op, size }: { op: DrawOp; size: Size },
): void {
  context.beginPath()
  for (const figure of figures) {
    const { x, y, scale } = figure
    const at = placePoints(figure.outline, (right, down) => [x + scale * right, y + scale * down])
    const outline = cutOutline(at, op.kind === 'stroke' ? op.width : 0, size)
    traceFigure(context, { outline, x: 0, y: 0, scale: 1 })
  }
  context.fillStyle = op.color
  context.fill(op.kind === 'fill' && op.evenOdd ? 'evenodd' : 'nonzero')
}

/** Draws texts and shapes over the content of a canvas that is `scale` times as large as a slide. */
export function paintOutlines<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  outlines: readonly SceneOutline[],
  canvas: CanvasScale,
): void {
  const { scale } = canvas
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.setTransform(scale, 0, 0, scale, 0, 0)
  for (const outline of outlines) {
    if (outline.opacity === 1 && !outline.shadow) paintOps(context, outline, canvas)
    else paintBlended(context, outline, canvas)
  }
  context.globalAlpha = 1
}

/** A canvas that shows a slide of a size in pixels, `scale` times as large. */
export interface CanvasScale {
  size: Size
  scale: number
}

/** The part of a region that is on a canvas, in its pixels. */
export function regionAt({ left, top, right, bottom }: Region, { size, scale }: CanvasScale): Region {
  return {
    left: Math.max(0, left * scale),
    top: Math.max(0, top * scale),
    right: Math.min(size.width * scale, right * scale),
    bottom: Math.min(size.height * scale, bottom * scale),
  }
}

/**
 * Draws a box with its shadow, and as one thing when it is see-through: in the pixels, since canvases blend shadows and groups in ways that
 * differ from engine to engine.
 */
function paintBlended<Layer extends PixelLayer>(context: PaintContext<Layer>, box: SceneOutline, canvas: CanvasScale): void {
  const { scale } = canvas
  const region = regionAt(box.bounds, canvas)
  if (isEmpty(region) || box.opacity === 0) return
  const { left, top } = region
  const [width, height] = [region.right - left, region.bottom - top]
  const read = (): Layer => context.getImageData(left, top, width, height)
  const put = (layer: Layer): void => context.putImageData(layer, left, top, 0, 0, width, height)
  const before = read()
  if (box.shadow) {
    const mask = shadowMask(context, box, { region, canvas, blur: box.shadow.blur * scale })
    // Only a see-through box needs the pixels without its shadow once more.
    const shaded = box.opacity === 1 ? before : context.createImageData(width, height)
    if (shaded !== before) shaded.data.set(before.data)
    addShadow(shaded, mask, { ...box.shadow, x: box.shadow.x * scale, y: box.shadow.y * scale })
    put(shaded)
  }
  paintOps(context, box, canvas)
  if (box.opacity === 1) return
  const after = read()
  mix(after.data, before.data, Math.round(box.opacity * 255))
  put(after)
}

interface Mask extends Channel {
  key: string
}

/** Masks by the steps they were made from. A moved box needs another one: a canvas rounds the same letters differently at another place. */
const masks = new WeakMap<readonly DrawOp[], Mask>()

/** How much of each pixel of the region a box covers, blurred. Leaves the region of the canvas with the mask in it. */
function shadowMask<Layer extends PixelLayer>(
  context: PaintContext<Layer>,
  box: SceneOutline,
  { region, canvas, blur }: { region: Region; canvas: CanvasScale; blur: number },
): Mask {
  const { left, top, right, bottom } = region
  const { size, scale } = canvas
  const [width, height] = [right - left, bottom - top]
  const key = JSON.stringify([scale, blur, region, box.x, box.y, box.turn])
  const known = masks.get(box.ops)
  if (known?.key === key) return known
  const black = context.createImageData(width, height)
  for (let i = 3; i < black.data.length; i += 4) black.data[i] = 255
  context.putImageData(black, left, top, 0, 0, width, height)
  paintOps(context, box, { size, color: WHITE })
  const { data } = context.getImageData(left, top, width, height)
  const mask = { key, width, height, data: new Uint8Array(width * height) }
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = data[4 * i] as number
  blurChannel(mask, blur, 'empty')
  masks.set(box.ops, mask)
  return mask
}

function addShadow({ data, width, height }: PixelLayer, mask: Mask, { color, opacity, x: right, y: down }: SceneShadow): void {
  const [red, green, blue] = channelsOf(color)
  const strength = Math.round(opacity * 255)
  for (let y = Math.max(0, down); y < Math.min(height, height + down); y++) {
    for (let x = Math.max(0, right); x < Math.min(width, width + right); x++) {
      const alpha = divideBy255((mask.data[(y - down) * width + x - right] as number) * strength)
      if (alpha === 0) continue
      const i = 4 * (y * width + x)
      data[i] = divideBy255((data[i] as number) * (255 - alpha) + red * alpha)
      data[i + 1] = divideBy255((data[i + 1] as number) * (255 - alpha) + green * alpha)
      data[i + 2] = divideBy255((data[i + 2] as number) * (255 - alpha) + blue * alpha)
    }
  }
}

/** Lays opaque pixels over others with an opacity of 0 to 255. */
function mix(over: Uint8ClampedArray, under: Uint8ClampedArray, opacity: number): void {
  for (let i = 0; i < over.length; i++) over[i] = divideBy255((over[i] as number) * opacity + (under[i] as number) * (255 - opacity))
}
