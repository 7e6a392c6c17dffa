import { describe, expect, test } from 'vitest'
import { emojiKey, emojiLayers } from './emoji-layers.mjs'

const svg = (inner: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">${inner}</svg>`

describe('a drawing becomes layers', () => {
  test.each([
    ['a path', '<path fill="#F00" d="M1 2h3v4l5 6z"/>', [['#ff0000', 1, 0, [0, 1, 2, 1, 4, 2, 1, 4, 6, 1, 9, 12, 4]]]],
    ['no color is black', '<path d="M0 0L1 1"/>', [['#000000', 1, 0, [0, 0, 0, 1, 1, 1]]]],
    ['named colors', '<path fill="navy" d="M0 0L1 1"/>', [['#000080', 1, 0, [0, 0, 0, 1, 1, 1]]]],
    ['groups hand down', '<g fill="#abc" fill-opacity=".5"><path d="M0 0L1 1"/></g>', [['#aabbcc', 0.5, 0, [0, 0, 0, 1, 1, 1]]]],
    ['even-odd', '<path fill-rule="evenodd" d="M0 0L1 1"/>', [['#000000', 1, 1, [0, 0, 0, 1, 1, 1]]]],
    ['transforms are applied', '<path transform="matrix(2 0 0 2 10 20)" d="M1 1L2 3"/>', [['#000000', 1, 0, [0, 12, 22, 1, 14, 26]]]],
    [
      'strokes keep their width',
      '<path fill="none" stroke="#123456" stroke-width="3" d="M0 0L1 1"/>',
      [['#123456', 1, 0, [0, 0, 0, 1, 1, 1], 3]],
    ],
  ])('%s', (_name, inner, layers) => {
    expect(emojiLayers(svg(inner))).toEqual(layers)
  })

  test('circles become curves that touch their extremes', () => {
    const [layer] = emojiLayers(svg('<circle fill="#fff" cx="10" cy="20" r="5"/>'))
    const outline = layer?.[3] ?? []
    expect(outline.slice(0, 3)).toEqual([0, 5, 20])
    expect(outline.filter((_, i) => i > 2).includes(15)).toBe(true)
    expect(outline.at(-1)).toBe(4)
  })

  test('a clip shape that cuts nothing is left out', () => {
    const clip = '<defs><clipPath id="a"><path d="M0 0h36v36H0z"/></clipPath></defs>'
    expect(emojiLayers(svg(`${clip}<g clip-path="url(#a)"><path d="M1 1L2 2"/></g>`))).toHaveLength(1)
  })
})

describe('what the painter could not draw is refused', () => {
  test.each([
    ['an unknown element', '<rect width="1" height="1"/>', 'Unknown element rect'],
    ['an unknown color', '<path fill="tomato" d="M0 0L1 1"/>', 'Unknown color tomato'],
    [
      'a clip shape that cuts',
      '<clipPath id="a"><path d="M0 0h3v3H0z"/></clipPath><path clip-path="url(#a)" d="M1 1L9 9"/>',
      'cuts at 9, 9',
    ],
    ['nothing at all', '', 'empty'],
  ])('%s', (_name, inner, message) => {
    expect(() => emojiLayers(svg(inner))).toThrow(message)
  })
})

test.each([
  ['1f525.svg', '1f525'],
  ['1f3f3-fe0f-200d-1f308.svg', '1f3f3-200d-1f308'],
  ['23-20e3.svg', '23-20e3'],
])('%s is called %s', (file, key) => {
  expect(emojiKey(file)).toBe(key)
})
