import { expect, test } from 'vitest'
import { nextTextStyle, textLook } from './text-style.ts'

test('pressing goes through the four styles and back to the first', () => {
  const seen = ['outline' as const]
  const styles = [...seen, nextTextStyle('outline'), nextTextStyle('white-bg'), nextTextStyle('black-bg'), nextTextStyle('black-outline')]
  expect(styles).toEqual(['outline', 'white-bg', 'black-bg', 'black-outline', 'outline'])
})

test.each([
  ['outline', 'white', { fill: '#ffffff', outline: '#000000', highlight: null }],
  ['outline', 'black', { fill: '#000000', outline: '#ffffff', highlight: null }],
  ['outline', '#FFD400', { fill: '#ffd400', outline: '#000000', highlight: null }],
  ['outline', '#101080', { fill: '#101080', outline: '#ffffff', highlight: null }],
  // Black goes round what is brighter than 90 of 255 as the eye sees it: green much more than red, and red more than blue.
  ['outline', '#00ff00', { fill: '#00ff00', outline: '#000000', highlight: null }],
  ['outline', '#ff0000', { fill: '#ff0000', outline: '#ffffff', highlight: null }],
  ['outline', '#0000ff', { fill: '#0000ff', outline: '#ffffff', highlight: null }],
  ['outline', '#ff0080', { fill: '#ff0080', outline: '#000000', highlight: null }],
  ['outline', '#5a5a5a', { fill: '#5a5a5a', outline: '#ffffff', highlight: null }],
  ['outline', '#5b5b5b', { fill: '#5b5b5b', outline: '#000000', highlight: null }],
  ['white-bg', 'white', { fill: '#000000', outline: null, highlight: '#ffffff' }],
  ['black-bg', 'white', { fill: '#ffffff', outline: null, highlight: '#000000' }],
  ['black-outline', 'white', { fill: '#000000', outline: '#ffffff', highlight: null }],
  ['black-outline', '#101080', { fill: '#101080', outline: '#ffffff', highlight: null }],
] as const)('%s in %s', (style, color, look) => {
  expect(textLook(style, { color })).toEqual(look)
})

test.each([
  ['outline', { textColor: '#FFD400' }, { fill: '#ffd400', outline: '#000000', highlight: null }],
  ['outline', { textColor: '#101080', outlineColor: '#FF0000' }, { fill: '#101080', outline: '#ff0000', highlight: null }],
  ['outline', { highlightColor: '#00ff00' }, { fill: '#ffffff', outline: '#000000', highlight: '#00ff00' }],
  ['white-bg', { textColor: '#ffffff' }, { fill: '#ffffff', outline: null, highlight: '#ffffff' }],
  ['black-bg', { textColor: '#ffd400', highlightColor: '#222222' }, { fill: '#ffd400', outline: null, highlight: '#222222' }],
  ['black-outline', { textColor: '#ffffff' }, { fill: '#ffffff', outline: '#000000', highlight: null }],
] as const)('%s with own colors %o', (style, colors, look) => {
  expect(textLook(style, { color: 'white', ...colors })).toEqual(look)
})
