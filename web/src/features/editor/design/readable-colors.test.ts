import type { TextLook } from '@ninesixteen/shared/scene/text-style'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexOfRgb } from './colors.ts'
import { readability } from '@ninesixteen/shared/scene/readability'
import { contrastOf } from '@ninesixteen/shared/scene/contrast'
import { luminancesBelow, readableColors } from './readable-colors.ts'

const plain = (fill: string): TextLook => ({ fill, outline: null, highlight: null })
const channel = fc.integer({ min: 0, max: 255 })
const hex = fc.tuple(channel, channel, channel).map((channels) => hexOfRgb(channels))
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('readability', () => {
  it('is that of the letters on their highlight, whatever is below', () => {
    expect(readability({ fill: '#000000', outline: null, highlight: '#ffffff' }, [0])).toEqual({ ratio: 21, needed: 4.5 })
  })

  it('is the median over the background, which one bright spot does not change', () => {
    expect(readability(plain('#ffffff'), [0, 0, 0, 1])).toEqual({ ratio: 21, needed: 3 })
  })

  it('needs less with an outline that sets the letters off', () => {
    expect(readability({ fill: '#ffffff', outline: '#000000', highlight: null }, [0])?.needed).toBe(2)
    expect(readability({ fill: '#ffffff', outline: '#eeeeee', highlight: null }, [0])?.needed).toBe(3)
  })

  it('is unknown outside the slide', () => {
    expect(readability(plain('#ffffff'), [])).toBeNull()
  })

  it('reads only the pixels below the box', () => {
    // A slide of 2 x 4 pixels: black on the left, white on the right.
    const row = [0, 0, 0, 255, 255, 255, 255, 255]
    const image = { width: 2, height: 4, data: Uint8Array.from([...row, ...row, ...row, ...row]) }
    expect(luminancesBelow(image, { x: 10, y: 10, width: 50, height: 200 })).toEqual([0, 0])
    expect(luminancesBelow(image, { x: 200, y: 300, width: 500, height: 50 })).toEqual([1])
    expect(luminancesBelow(image, { x: 300, y: 0, width: 50, height: 50 })).toEqual([])
  })
})

describe('make readable', () => {
  it('adds an outline where the letters differ from the background a little', () => {
    expect(readableColors(plain('#ffffff'), [0.3])).toEqual({ outlineColor: '#000000' })
  })

  it('adds a highlight where the letters have the color of the background', () => {
    expect(readableColors(plain('#ffffff'), [1])).toEqual({ highlightColor: '#000000' })
  })

  it('changes the highlight of a text that has one', () => {
    expect(readableColors({ fill: '#ffee00', outline: null, highlight: '#ffffff' }, [0])).toEqual({ highlightColor: '#000000' })
  })

  it('is enough for every color on every background', () => {
    const outline = fc.option(hex)
    fc.assert(
      fc.property(hex, outline, outline, fc.array(share, { maxLength: 8 }), (fill, line, shape, below) => {
        const look = { fill, outline: line, highlight: shape }
        const fixed = readableColors(look, below)
        const after = readability(
          { ...look, ...('outlineColor' in fixed ? { outline: fixed.outlineColor } : { highlight: fixed.highlightColor }) },
          below,
        )
        expect(after?.ratio).toBeGreaterThanOrEqual(after?.needed ?? Infinity)
      }),
    )
  })

  it('has the contrast of the standard', () => {
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})
