import { describe, expect, it, test } from 'vitest'
import { slideSchema } from './model.ts'
import { SAFE_AREA } from './safe-area.ts'
import { collectSnapLines, snapMove, snapResize } from './snap.ts'

const HEIGHT = (256 * 16) / 9
const slide = slideSchema.parse({
  id: 's',
  textBoxes: [
    { id: 'a', x: 20, y: 40, width: 100, height: 60 },
    { id: 'b', x: 0, y: 300, width: 50, height: 30 },
  ],
})

test('the safe area is 80 px from the top, 120 from the right and 450 from the bottom of 1080 x 1920', () => {
  const pixels = Object.values(SAFE_AREA).map((units) => Math.round((units * 1080) / 256))
  expect(pixels).toEqual([0, 80, 1080 - 120, 1920 - 80 - 450])
})

test('the lines are the centre, the safe area, and the edges and middles of the other boxes', () => {
  const lines = collectSnapLines(slide, ['b'], SAFE_AREA)
  const described = lines.map(({ axis, at, kind, from, to }) => `${kind} ${axis} ${Math.round(at)} ${Math.round(from)}-${Math.round(to)}`)
  expect(described).toEqual([
    `centre x 128 0-455`,
    `centre y 228 0-256`,
    `safe x 228 0-455`,
    `safe y 19 0-256`,
    `safe y 348 0-256`,
    'box x 20 40-100',
    'box x 70 40-100',
    'box x 120 40-100',
    'box y 40 20-120',
    'box y 70 20-120',
    'box y 100 20-120',
  ])
})

test('an area that starts right of the edge has a line on its left', () => {
  const safe = collectSnapLines(slide, [], { x: 12, y: 30, width: 200, height: 300 }).filter(({ kind }) => kind === 'safe')
  expect(safe.map(({ axis, at }) => `${axis} ${at}`)).toEqual(['x 12', 'x 212', 'y 30', 'y 330'])
})

describe('a moved frame', () => {
  const lines = collectSnapLines(slide, ['b'], SAFE_AREA)

  it('snaps to the nearest line with an edge or its middle, and a guide joins it with the box', () => {
    const right = snapMove({ x: 57, y: 260, width: 61, height: 31 }, { lines })
    expect(right).toEqual({ dx: 2, dy: 0, guides: [{ axis: 'x', at: 120, kind: 'box', from: 40, to: 291 }] })
    const above = snapMove({ x: 180, y: 38, width: 40, height: 27 }, { lines })
    expect(above).toMatchObject({ dx: 0, dy: 2, guides: [{ axis: 'y', at: 40, from: 20, to: 220 }] })
  })

  it('prefers the centre of the slide to nearer edges', () => {
    const result = snapMove({ x: 80, y: HEIGHT / 2 - 10, width: 82, height: 30 }, { lines })
    expect([result.dx, result.dy]).toEqual([7, -5])
    expect(result.guides).toEqual([lines[0], lines[1]])
  })

  it('prefers the nearer of two lines, and the first of two equally near ones', () => {
    const at = (place: number) => ({ axis: 'x' as const, at: place, kind: 'box' as const, from: 0, to: 10 })
    expect(snapMove({ x: 50, y: 0, width: 31, height: 30 }, { lines: [at(52), at(48)] }).dx).toBe(2)
    expect(snapMove({ x: 50, y: 0, width: 31, height: 30 }, { lines: [at(53), at(48)] }).dx).toBe(-2)
  })
})

describe('gaps', () => {
  const others = [20, 100].map((x) => ({ x, y: 180, width: 40, height: 50 }))

  it('between neighbours are equalized and shown through the middle of the frame', () => {
    const result = snapMove({ x: 183, y: 185, width: 40, height: 50 }, { lines: [], others })
    expect(result).toEqual({
      dx: -3,
      dy: 0,
      guides: [
        { axis: 'y', at: 210, kind: 'gap', from: 60, to: 100 },
        { axis: 'y', at: 210, kind: 'gap', from: 140, to: 180 },
      ],
    })
  })

  it('count only between boxes in the same row', () => {
    const frame = { x: 183, y: 230, width: 40, height: 50 }
    expect(snapMove(frame, { lines: [], others }).dx).toBe(0)
    expect(snapMove({ ...frame, y: 229 }, { lines: [], others }).dx).toBe(-3)
    expect(snapMove({ ...frame, y: 130 }, { lines: [], others }).dx).toBe(0)
    expect(snapMove({ ...frame, y: 131 }, { lines: [], others }).dx).toBe(-3)
  })

  it('do not exist between boxes that touch', () => {
    const touching = [20, 60].map((x) => ({ x, y: 180, width: 40, height: 50 }))
    expect(snapMove({ x: 101, y: 180, width: 40, height: 50 }, { lines: [], others: touching })).toEqual({ dx: 0, dy: 0, guides: [] })
  })

  it('give way to an equally near line, not to a farther one', () => {
    const lines = [{ axis: 'x' as const, at: 186, kind: 'box' as const, from: 0, to: 10 }]
    expect(snapMove({ x: 183, y: 185, width: 40, height: 50 }, { lines, others }).dx).toBe(3)
    expect(snapMove({ x: 182.5, y: 185, width: 40, height: 50 }, { lines, others }).dx).toBe(-2.5)
  })
})

describe('a pulled handle', () => {
  const lines = collectSnapLines(slide, ['b'], SAFE_AREA)
  const frame = { x: 22, y: 98, width: 96, height: 252 }

  it.each([
    ['nw', { dx: -2, dy: 2 }],
    ['se', { dx: 2, dy: -2 }],
    ['n', { dx: 0, dy: 2 }],
    ['s', { dx: 0, dy: -2 }],
    ['e', { dx: 2, dy: 0 }],
    ['w', { dx: -2, dy: 0 }],
  ] as const)('%s brings its own edges to lines', (handle, expected) => {
    const { dx, dy } = snapResize(frame, { handle, lines })
    expect({ dx, dy: Math.round(dy) }).toEqual(expected)
  })

  it('does not snap while bypassed', () => {
    expect(snapResize(frame, { handle: 'nw', lines, bypass: true })).toEqual({ dx: 0, dy: 0, guides: [] })
  })
})
