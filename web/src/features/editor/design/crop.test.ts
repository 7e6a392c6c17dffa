import type { Frame } from '@ninesixteen/shared/slide/box'
import { applyEdit } from '@ninesixteen/shared/slide/edit'
import { imageBoxSchema, slideSchema, type ImageBox } from '@ninesixteen/shared/slide/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cropEdits, cropOf, fitCrop, panCrop, pullCrop, uncrop, zoomCrop, type Crop } from './crop.ts'

const IMAGE = { width: 400, height: 300 }
const imageBox = (rest: object = {}): ImageBox =>
  imageBoxSchema.parse({ id: 'i', imageUrl: 'user-1/1700000000000_abc.jpg', x: 20, y: 100, width: 160, height: 120, ...rest })

function cropped(box: ImageBox, crop: Crop, radius = 0): ImageBox {
  const doc = { title: 't', slides: [slideSchema.parse({ id: 's', imageBoxes: [box] })] }
  const after = cropEdits('s', box, { crop, radius }).reduce(applyEdit, doc).slides[0]?.imageBoxes[0]
  if (!after) throw new Error('The box is gone')
  return after
}

const isWithin = (inner: Frame, outer: Frame): boolean =>
  inner.x >= outer.x - 1e-6 &&
  inner.y >= outer.y - 1e-6 &&
  inner.x + inner.width <= outer.x + outer.width + 1e-6 &&
  inner.y + inner.height <= outer.y + outer.height + 1e-6

describe('the crop of a box', () => {
  it('is the whole image in its frame', () => {
    const frame = { x: 20, y: 100, width: 160, height: 120 }
    expect(cropOf(imageBox(), IMAGE)).toEqual({ whole: frame, part: frame })
  })

  it('is fitted into a frame of another ratio', () => {
    expect(cropOf(imageBox({ height: 200 }), IMAGE).part).toEqual({ x: 20, y: 140, width: 160, height: 120 })
  })

  it('lies at the other side of a mirrored image', () => {
    const crop = { x: 0, y: 0.25, width: 0.5, height: 0.5 }
    expect(cropOf(imageBox({ crop }), IMAGE).whole).toEqual({ x: 20, y: 40, width: 320, height: 240 })
    expect(cropOf(imageBox({ crop, flip: true }), IMAGE).whole).toEqual({ x: -140, y: 40, width: 320, height: 240 })
  })
})

describe('changes of a crop', () => {
  const start = pullCrop(cropOf(imageBox(), IMAGE), { handle: 'se', dx: -60, dy: -40, keepRatio: false }, imageBox())

  it('a handle moves its edges, within the image and to the smallest size of boxes', () => {
    expect(start.part).toEqual({ x: 20, y: 100, width: 100, height: 80 })
    expect(pullCrop(start, { handle: 'e', dx: 500, dy: 9, keepRatio: false }, imageBox()).part).toEqual({ ...start.part, width: 160 })
    expect(pullCrop(start, { handle: 'nw', dx: 500, dy: 500, keepRatio: false }, imageBox()).part).toEqual({
      x: 70,
      y: 150,
      width: 50,
      height: 30,
    })
  })

  it('a handle keeps the ratio', () => {
    const { part } = pullCrop(start, { handle: 'se', dx: 500, dy: 0, keepRatio: true }, imageBox())
    expect(part).toEqual({ x: 20, y: 100, width: 150, height: 120 })
  })

  it('panning moves the image below its part, which stays covered', () => {
    expect(panCrop(start, { x: -10, y: -5 })).toEqual({ part: start.part, whole: { ...start.whole, x: 10, y: 95 } })
    expect(panCrop(start, { x: -500, y: 500 }).whole).toEqual({ ...start.whole, x: -40, y: 100 })
  })

  it('zooming stops where the image covers its part, and at a twentieth of it', () => {
    expect(zoomCrop(start, { factor: 0.01, at: { x: 70, y: 140 } }).whole).toMatchObject({ width: 106.66666666666666, height: 80 })
    const { whole, part } = zoomCrop(start, { factor: 1000, at: { x: 70, y: 140 } })
    expect(part).toEqual(start.part)
    expect(Math.min(part.width / whole.width, part.height / whole.height)).toBeCloseTo(0.05)
  })

  it('a ratio keeps the middle and the size, as far as the image reaches', () => {
    expect(fitCrop(cropOf(imageBox(), IMAGE), 1).part).toEqual({ x: 40, y: 100, width: 120, height: 120 })
    const { part } = fitCrop(cropOf(imageBox(), IMAGE), 4 / 5)
    expect(part).toEqual({ x: 52, y: 100, width: 96, height: 120 })
  })

  it('the original is the whole image at its scale, or at the largest size of boxes', () => {
    expect(uncrop(start).part).toEqual(start.whole)
    const large = cropOf(imageBox({ crop: { x: 0.5, y: 0.5, width: 0.1, height: 0.1 } }), IMAGE)
    expect(uncrop(large).part).toMatchObject({ width: 512, height: 384 })
  })
})

describe('a cropped box', () => {
  it('takes the place of the part', () => {
    const part = { x: 100, y: 130, width: 80, height: 60 }
    const box = cropped(imageBox(), { whole: cropOf(imageBox(), IMAGE).whole, part }, 128)
    expect(box).toMatchObject({ ...part, radius: 128, crop: { x: 0.5, y: 0.25, width: 0.5, height: 0.5 } })
  })

  it('without a crop has no field for it', () => {
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 }
    const box = imageBox({ crop })
    expect(cropped(box, uncrop(cropOf(box, IMAGE)))).not.toHaveProperty('crop')
  })

  const share = fc.double({ min: 0.1, max: 0.9, noNaN: true })
  const by = fc.integer({ min: -60, max: 60 })

  it('shows every point of the image where it was, mirrored and rotated, too', () => {
    fc.assert(
      fc.property(
        fc.record({ flip: fc.boolean(), rotation: fc.integer({ min: -180, max: 180 }) }),
        fc.record({ dx: by, dy: by, x: by, y: by, factor: share, handle: fc.constantFrom('nw', 'ne', 'se', 'sw', 'n', 'e', 's', 'w') }),
        (look, { dx, dy, x, y, factor, handle }) => {
          const box = imageBox({ x: 60, y: 180, ...look })
          const zoomed = zoomCrop(cropOf(box, IMAGE), { factor: 1 / factor, at: { x: 130, y: 250 } })
          const crop = panCrop(pullCrop(zoomed, { handle, dx, dy, keepRatio: false }, box), { x, y })
          expect(isWithin(crop.part, crop.whole)).toBe(true)
          const after = cropped(box, crop)
          const again = cropOf(after, IMAGE)
          // The box turns around another middle now; seen from there, the corner of the image is where it was.
          const corner = (of: Crop, around: Frame): { x: number; y: number } => {
            const [cx, cy] = [around.x + around.width / 2, around.y + around.height / 2]
            const angle = (look.rotation * Math.PI) / 180
            const [ox, oy] = [of.whole.x - cx, of.whole.y - cy]
            return { x: cx + ox * Math.cos(angle) - oy * Math.sin(angle), y: cy + ox * Math.sin(angle) + oy * Math.cos(angle) }
          }
          const [was, is] = [corner(crop, box), corner(again, after)]
          expect(Math.hypot(was.x - is.x, was.y - is.y)).toBeLessThan(0.1)
        },
      ),
      { numRuns: 300 },
    )
  })
})
