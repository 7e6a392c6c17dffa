import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setFrames } from './edit-boxes.ts'
import { alignFrames, clampFrame, distributeFrames, isOffSlide, rescaleFont, resizeFrame, scaleFrame, TEXT_HANDLES } from './geometry.ts'
import { imageBoxSchema, slideSchema, textBoxSchema } from './model.ts'
import { SAFE_AREA } from './safe-area.ts'
import { collectSnapLines, snapMove, snapResize } from './snap.ts'

const start = { x: 40, y: 100, width: 100, height: 60 }

describe('resizeFrame', () => {
  it.each([
    ['e', 20, 9, { x: 40, y: 100, width: 120, height: 60 }],
    ['w', 20, 9, { x: 60, y: 100, width: 80, height: 60 }],
    ['n', 9, -20, { x: 40, y: 80, width: 100, height: 80 }],
    ['s', 9, 20, { x: 40, y: 100, width: 100, height: 80 }],
    ['se', 10, 10, { x: 40, y: 100, width: 110, height: 70 }],
    ['nw', -10, -10, { x: 30, y: 90, width: 110, height: 70 }],
    ['w', 500, 0, { x: 90, y: 100, width: 50, height: 60 }],
    ['n', 0, 500, { x: 40, y: 130, width: 100, height: 30 }],
  ] as const)('pulls %s by (%i, %i)', (handle, dx, dy, expected) => {
    expect(resizeFrame(start, { handle, dx, dy }, { kind: 'text' })).toEqual(expected)
  })

  it('keeps the ratio of image boxes and their opposite corner', () => {
    const frame = resizeFrame(start, { handle: 'nw', dx: -50, dy: 0 }, { kind: 'image' })
    expect(frame).toEqual({ x: -10, y: 70, width: 150, height: 90 })
  })

  it('keeps the centre when asked to', () => {
    const frame = resizeFrame(start, { handle: 'e', dx: 10, dy: 0 }, { kind: 'text', fromCentre: true })
    expect(frame).toEqual({ x: 30, y: 100, width: 120, height: 60 })
  })

  it('never leaves the limits', () => {
    const pull = fc.integer({ min: -2000, max: 2000 })
    fc.assert(
      fc.property(fc.constantFrom(...TEXT_HANDLES), pull, pull, fc.boolean(), (handle, dx, dy, keepRatio) => {
        const frame = resizeFrame(start, { handle, dx, dy }, { kind: 'text', keepRatio })
        expect(frame.width).toBeGreaterThanOrEqual(50)
        expect(frame.height).toBeGreaterThanOrEqual(30)
      }),
    )
  })
})

describe('an image box', () => {
  it.each([
    ['as wide as high', { width: 100, height: 100 }, { width: 50, height: 50 }],
    ['wide', { width: 120, height: 40 }, { width: 90, height: 30 }],
    ['high', { width: 60, height: 180 }, { width: 50, height: 150 }],
    ['already smaller', { width: 40, height: 40 }, { width: 40, height: 40 }],
    ['a sliver', { width: 150, height: 20 }, { width: 150, height: 20 }],
  ])('that is %s keeps its ratio and at least 50 x 30 when pulled, pinched or typed', (_shape, size, smallest) => {
    const from = { x: 20, y: 20, ...size }
    for (const kind of ['image', 'logo'] as const) {
      expect(resizeFrame(from, { handle: 'se', dx: -400, dy: -400 }, { kind })).toMatchObject(smallest)
      expect(scaleFrame(from, 0.01, kind)).toMatchObject(smallest)
    }
    const slide = slideSchema.parse({ id: 's', imageBoxes: [{ id: 'a', imageUrl: 'u/1.jpg', ...from }] })
    for (const width of [10, 0, -5]) {
      const typed = { ...from, width, height: (size.height * width) / size.width }
      expect(setFrames(slide, { a: typed }).imageBoxes[0]).toMatchObject(smallest)
    }
    expect(setFrames(slide, { a: { x: 30 } }).imageBoxes[0]).toMatchObject({ x: 30, ...size })
  })
})

describe('rescaleFont', () => {
  it.each([
    [8, { width: 200, height: 120 }, 16],
    [8, { width: 100, height: 60 }, 8],
    [8, { width: 1000, height: 600 }, 20],
    [8, { width: 10, height: 6 }, 4],
  ])('scales %i with the box to %o: %i', (fontSize, size, expected) => {
    expect(rescaleFont(fontSize, start, { ...start, ...size })).toBe(expected)
  })
})

describe('clampFrame', () => {
  it('always leaves a part of the box on the slide, within what the model accepts', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(number, number, number, number, (x, y, width, height) => {
        const frame = clampFrame({ x, y, width, height }, 'text')
        expect(isOffSlide(frame)).toBe(false)
        textBoxSchema.parse({ id: 'b', ...frame })
        imageBoxSchema.parse({ id: 'i', imageUrl: 'u/1.jpg', ...clampFrame({ x, y, width, height }, 'image') })
      }),
    )
  })
})

describe('snapping', () => {
  const slide = slideSchema.parse({ id: 's', textBoxes: [{ id: 'a', x: 20, y: 40, width: 100, height: 40 }] })
  const lines = collectSnapLines(slide, [], SAFE_AREA)
  const empty = collectSnapLines(slide, ['a'], SAFE_AREA)

  it.each([
    [15, true],
    [15.01, false],
  ])('to the centre from %f units away: %s', (away, snaps) => {
    const result = snapMove({ x: 78 + away, y: 300, width: 100, height: 31 }, { lines: empty })
    expect(result.dx).toBeCloseTo(snaps ? -away : 0)
    expect(result.guides.map((guide) => guide.kind)).toEqual(snaps ? ['centre'] : [])
  })

  it('to the edge of another box, with a guide that joins both', () => {
    const result = snapMove({ x: 22, y: 300, width: 60, height: 31 }, { lines })
    expect(result).toMatchObject({ dx: -2, dy: 0 })
    expect(result.guides).toEqual([{ axis: 'x', at: 20, kind: 'box', from: 40, to: 331 }])
  })

  it.each([
    [4, true],
    [4.01, false],
  ])('to an edge, a gap or by a handle from %f units away: %s', (away, snaps) => {
    const moved = snapMove({ x: 20 + away, y: 300, width: 61, height: 31 }, { lines })
    expect(moved.dx).toBeCloseTo(snaps ? -away : 0)
    const others = [20, 100].map((y) => ({ x: 180, y, width: 50, height: 40 }))
    const between = snapMove({ x: 185, y: 180 + away, width: 50, height: 40 }, { lines: [], others })
    expect(between.dy).toBeCloseTo(snaps ? -away : 0)
    const pulled = snapResize({ x: 20, y: 200, width: 108 + away, height: 40 }, { handle: 'e', lines: empty })
    expect(pulled.dx).toBeCloseTo(snaps ? -away : 0)
  })

  it('does nothing while bypassed', () => {
    expect(snapMove({ x: 78, y: 200, width: 100, height: 40 }, { lines, bypass: true })).toEqual({ dx: 0, dy: 0, guides: [] })
  })

  it.each([
    // Two boxes from 20 to 60 and from 100 to 140: a gap of 40.
    ['after two others', { y: 183, height: 40 }, { dy: -3, gaps: [60, 100, 140, 180] }],
    ['before them', { y: -61, height: 40 }, { dy: 1, gaps: [-20, 20, 60, 100] }],
    ['between them', { y: 72, height: 20 }, { dy: -2, gaps: [60, 70, 90, 100] }],
  ])('to equal gaps %s', (_name, place, expected) => {
    const others = [20, 100].map((y) => ({ x: 180, y, width: 50, height: 40 }))
    const result = snapMove({ x: 185, width: 50, ...place }, { lines: [], others })
    expect({ dx: result.dx, dy: result.dy }).toEqual({ dx: 0, dy: expected.dy })
    expect(result.guides.flatMap((guide) => [guide.from, guide.to])).toEqual(expected.gaps)
    expect(result.guides.map((guide) => `${guide.axis} ${guide.kind}`)).toEqual(['x gap', 'x gap'])
  })

  it('ignores gaps of boxes to the side and gaps that are more than a few units away', () => {
    const others = [20, 100].map((y) => ({ x: 0, y, width: 50, height: 40 }))
    expect(snapMove({ x: 185, y: 183, width: 50, height: 40 }, { lines: [], others }).dy).toBe(0)
    expect(snapMove({ x: 20, y: 186, width: 50, height: 40 }, { lines: [], others }).dy).toBe(0)
  })

  it('only by the edges a handle moves', () => {
    const result = snapResize({ x: 20, y: 200, width: 106, height: 40 }, { handle: 'e', lines: empty })
    expect(result).toMatchObject({ dx: 2, dy: 0 })
  })
})

describe('aligning and distributing', () => {
  const frames = [
    { x: 0, y: 0, width: 50, height: 30 },
    { x: 60, y: 100, width: 100, height: 30 },
    { x: 180, y: 140, width: 50, height: 30 },
  ]

  it('aligns one box to the slide and several to each other', () => {
    expect(alignFrames([start], 'centre')[0]?.x).toBe(78)
    expect(alignFrames(frames, 'right').map(({ x }) => x)).toEqual([180, 130, 180])
  })

  it('makes the gaps equal', () => {
    expect(distributeFrames(frames, 'y').map(({ y }) => y)).toEqual([0, 70, 140])
  })
})

describe('scaleFrame', () => {
  it.each([
    ['grows round its middle', 2, 'text', { x: -10, y: 70, width: 200, height: 120 }],
    ['shrinks round its middle', 0.5, 'text', { x: 65, y: 115, width: 50, height: 30 }],
    ['stops at the smallest text box', 0.01, 'text', { x: 65, y: 115, width: 50, height: 30 }],
    ['stops at the smallest picture', 0.01, 'image', { x: 65, y: 115, width: 50, height: 30 }],
    ['stays as it is', 1, 'image', start],
  ] as const)('%s', (_name, scale, kind, expected) => {
    expect(scaleFrame(start, scale, kind)).toEqual(expected)
  })

  it('keeps the middle and the ratio, and never leaves the limits', () => {
    const frames = fc.record({
      x: fc.integer({ min: -100, max: 200 }),
      y: fc.integer({ min: -100, max: 400 }),
      width: fc.integer({ min: 50, max: 500 }),
      height: fc.integer({ min: 30, max: 500 }),
    })
    fc.assert(
      fc.property(frames, fc.double({ min: 0.001, max: 50, noNaN: true }), (frame, scale) => {
        const scaled = scaleFrame(frame, scale, 'text')
        expect(scaled.width).toBeGreaterThanOrEqual(49.99)
        expect(scaled.height).toBeGreaterThanOrEqual(29.99)
        expect(scaled.width / scaled.height).toBeCloseTo(frame.width / frame.height, 1)
        expect(scaled.x + scaled.width / 2).toBeCloseTo(frame.x + frame.width / 2, 1)
        expect(scaled.y + scaled.height / 2).toBeCloseTo(frame.y + frame.height / 2, 1)
      }),
    )
  })
})
