import { exportSize } from '../slide/formats.ts'
import { describe, expect, it } from 'vitest'
import { EXPORT_HEIGHT, EXPORT_WIDTH, slideSchema } from '../slide/model.ts'
import type { Slide } from '../slide/model.ts'
import { textContrast, textProblems } from './legibility.ts'
import { contrastRatio } from './contrast.ts'
import { drawBackdrop } from './backdrop.ts'
import type { PixelImage } from './pixel-image.ts'
import type { Premultiplied } from './resample.ts'
import type { Scene, SceneImage, SceneText } from './scene.ts'

const BOUNDS = { left: 200, top: 300, right: 900, bottom: 500 }

/** A grey photo; `right` of the columns are another grey. */
function photoOf(grey: number, other?: { grey: number; from: number }): PixelImage {
  const data = new Uint8Array(EXPORT_WIDTH * EXPORT_HEIGHT * 4).fill(255)
  for (let i = 0; i < data.length; i += 4) {
    const x = (i / 4) % EXPORT_WIDTH
    data.fill(other && x >= other.from ? other.grey : grey, i, i + 3)
  }
  return { width: EXPORT_WIDTH, height: EXPORT_HEIGHT, data }
}

const SIZE = exportSize('9:16')

function slideOf(fields: Partial<Slide>, color = 'white'): Slide {
  return { ...slideSchema.parse({ id: 's', textBoxes: [{ id: 'b', text: 'words', color }] }), brightness: 10, ...fields }
}

function sceneOf(
  slide: Slide,
  fields: Partial<Pick<SceneText, 'overflow' | 'size' | 'shrunk' | 'lacksGlyph' | 'lacksFont'>> & { images?: Scene['layers'] } = {},
): Scene {
  const { brightness, contrast } = slide
  const { images = [], ...rest } = fields
  const usual = { turn: null, opacity: 1, shadow: null, overflow: false, size: 42, shrunk: false, lacksGlyph: false, lacksFont: false }
  const text: SceneText = { kind: 'text', boxId: 'b', x: 0, y: 0, ops: [], bounds: BOUNDS, ...usual, ...rest }
  const background = { size: SIZE, focus: 0.5, photo: 'p', backdrop: null, placement: null, effects: null }
  return { ...background, brightness, contrast, layers: [...images, text], complete: true }
}

/** One color with one alpha all over, in the painter's form. */
function pictureOf(grey: number, alpha = 255): Premultiplied {
  const data = new Uint8Array(40 * 20 * 4)
  for (let i = 0; i < data.length; i += 4) data.set([...Array<number>(3).fill((grey * alpha) / 255), alpha], i)
  return { width: 40, height: 20, data }
}

const none = (): null => null
const kinds = (slide: Slide, photo: PixelImage, scene = sceneOf(slide), picture: (path: string) => Premultiplied | null = none): string[] =>
  textProblems(slide, { scene, background: photo, picture }).map((problem) => problem.kind)

describe('contrastRatio', () => {
  it('is 21 between black and white, whichever comes first', () => {
    expect(contrastRatio(0, 1)).toBeCloseTo(21)
    expect(contrastRatio(1, 0)).toBeCloseTo(21)
    expect(contrastRatio(0.4, 0.4)).toBe(1)
  })
})

describe('contrast of letters', () => {
  // As WCAG 2 has them, to two digits.
  it.each([
    ['white', 0, 21],
    ['white', 255, 1],
    ['white', 119, 4.48],
    ['black', 119, 4.69],
    ['#ff0000', 255, 4],
    ['#00ff00', 255, 1.37],
    ['#0000ff', 255, 8.59],
    ['#767676', 255, 4.54],
    ['#0a0a0a', 0, 1.06],
  ])('%s on a grey of %i is %f', (color, grey, expected) => {
    const slide = slideOf({}, color)
    expect(textContrast(slide, 'b', { scene: sceneOf(slide), background: photoOf(grey), picture: none })).toBeCloseTo(expected, 2)
  })

  it('is that with the photo as its levels make it', () => {
    const slide = slideOf({ brightness: -10, contrast: -10 })
    // Half the contrast about the middle, then 60 % black: 255 becomes (127.5 / 2 + 127.5) * 0.4.
    expect(textContrast(slide, 'b', { scene: sceneOf(slide), background: photoOf(255), picture: none })).toBeCloseTo(
      1.05 / (0.0742 + 0.05),
      1,
    )
  })

  it('is looked at in the middle of what the text covers, beside nothing else', () => {
    const slide = slideOf({})
    const half = (from: number) =>
      textContrast(slide, 'b', { scene: sceneOf(slide), background: photoOf(0, { grey: 255, from }), picture: none })
    expect([half(900), half(600), half(500), half(200)].map((ratio) => Math.round(ratio ?? 0))).toEqual([21, 21, 1, 1])
  })
})

describe('textProblems', () => {
  it.each([
    ['type as specified for a text', { size: 33.75 }, []],
    ['type at the least size', { size: 30.3 }, []],
    ['type under it', { size: 30.2 }, ['small']],
    ['type that a long word made smaller', { size: 34, shrunk: true }, ['shrunk']],
    ['type that a long word made too small', { size: 26, shrunk: true }, ['small']],
    ['a font that is gone', { lacksFont: true }, ['no-font']],
    ['a character without a glyph', { lacksGlyph: true }, ['no-glyph']],
    ['all of it', { lacksGlyph: true, overflow: true, size: 20 }, ['no-glyph', 'overflow', 'small']],
  ])('tells of %s', (_what, fields, expected) => {
    const slide = slideOf({})
    expect(kinds(slide, photoOf(30), sceneOf(slide, fields))).toEqual(expected)
  })

  it.each([
    ['white on white', 'outline', 'white', 250, ['low-contrast']],
    ['white on a dark photo', 'outline', 'white', 30, []],
    ['black on a dark photo', 'black-outline', 'white', 20, ['low-contrast']],
    ['black on a light photo', 'black-outline', 'white', 240, []],
    ['a color of its own on the same grey', 'outline', '#808080', 128, ['low-contrast']],
    ['white on a shape of its own', 'black-bg', 'white', 250, []],
    ['black on a shape of its own', 'white-bg', 'white', 5, []],
  ] as const)('%s', (_name, textStyle, color, grey, expected) => {
    expect(kinds(slideOf({ textStyle }, color), photoOf(grey))).toEqual(expected)
  })

  it.each([
    ['a dark color on a dark photo', { color: '#222222' }, 20, ['low-contrast']],
    ['a light color on a dark photo', { color: '#ffe14a' }, 20, []],
    ['a color like its plate', { color: '#ffffff', highlight: '#fff8e0' }, 20, ['low-contrast']],
    ['a plate that its letters are read on', { color: '#111111', highlight: '#ffe14a' }, 20, []],
  ] as const)('emphasised words count: %s', (_name, look, grey, expected) => {
    const slide = slideOf({})
    const textBoxes = slide.textBoxes.map((box) => ({ ...box, emphasis: [{ start: 0, end: 1, ...look }] }))
    expect(kinds({ ...slide, textBoxes }, photoOf(grey))).toEqual(expected)
  })

  it('looks at the photo with its levels: what is dimmed carries white letters', () => {
    const photo = photoOf(235)
    expect(kinds(slideOf({ brightness: 10 }), photo)).toEqual(['low-contrast'])
    expect(kinds(slideOf({ brightness: -5 }), photo)).toEqual([])
  })

  it('goes by most of what lies under the text', () => {
    expect(kinds(slideOf({}), photoOf(20, { grey: 250, from: 700 }))).toEqual([])
    expect(kinds(slideOf({}), photoOf(20, { grey: 250, from: 400 }))).toEqual(['low-contrast'])
  })

  describe('over a picture', () => {
    const slide = slideOf({})
    const under = (fields: Partial<SceneImage> = {}) =>
      sceneOf(slide, {
        images: [{ kind: 'image', look: null, path: 'x', x: 0, y: 0, width: EXPORT_WIDTH, height: 600, opacity: 1, ...fields }],
      })

    it.each([
      ['a light one on a dark photo', under(), pictureOf(250), 10, ['low-contrast']],
      ['a dark one on a light photo', under(), pictureOf(10), 250, []],
      ['one that hardly shows', under({ opacity: 0.1 }), pictureOf(250), 10, []],
      ['one that is clear itself', under(), pictureOf(250, 20), 10, []],
      ['one that lies above the text', under({ height: 280 }), pictureOf(250), 10, []],
      // Twice as wide as high, fitted into a high frame: it covers only the middle.
      ['one that is fitted beside the text', under({ height: 1900 }), pictureOf(250), 10, []],
      ['one that is lost', under(), null, 10, []],
    ] as const)('%s', (_name, scene, picture, grey, expected) => {
      expect(kinds(slide, photoOf(grey), scene, () => picture)).toEqual(expected)
    })

    it('goes by the pixels that are painted', () => {
      // Black above white, as 100 x 100 in a frame of 101 x 100: the column that is left over is the last one.
      const picture = { width: 2, height: 2, data: Uint8Array.from([0, 0, 255, 255].flatMap((grey) => [grey, grey, grey, 255])) }
      const scene = under({ width: 101, height: 100 })
      const photo = photoOf(0)
      const isWhite = ([left = 0, top = 0]: number[]): boolean => {
        const bounds = { left, top, right: left + 1, bottom: top + 1 }
        const layers = scene.layers.map((layer) => (layer.kind === 'text' ? { ...layer, bounds } : layer))
        return textContrast(slide, 'b', { scene: { ...scene, layers }, background: photo, picture: () => picture }) === 1
      }
      const points = [
        [0, 99],
        [99, 99],
        [100, 99],
        [50, 50],
        [50, 49],
        [50, 100],
      ]
      expect(points.map(isWhite)).toEqual([true, true, false, true, false, false])
    })

    it('looks at the topmost', () => {
      const whole = { kind: 'image' as const, look: null, x: 0, y: 0, width: EXPORT_WIDTH, height: 600, opacity: 1 }
      const scene = sceneOf(slide, {
        images: [
          { path: 'light', ...whole },
          { path: 'dark', ...whole },
        ],
      })
      const byPath = (path: string): Premultiplied => pictureOf(path === 'light' ? 250 : 10)
      expect(kinds(slide, photoOf(250), scene, byPath)).toEqual([])
    })
  })

  it('tells of text that does not fit', () => {
    const slide = slideOf({})
    expect(kinds(slide, photoOf(20), sceneOf(slide, { overflow: true }))).toEqual(['overflow'])
  })

  it('measures the plain backdrop where there is no photo', () => {
    const slide = slideOf({})
    expect(textContrast(slide, 'b', { scene: sceneOf(slide), background: drawBackdrop(null, SIZE), picture: none })).toBeGreaterThan(5)
  })
})
