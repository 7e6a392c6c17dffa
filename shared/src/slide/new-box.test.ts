import { describe, expect, it } from 'vitest'
import { newImageBox, newTextBox, pastedImageBox } from './new-box.ts'

describe('new boxes', () => {
  it('have the specified places and sizes', () => {
    expect(newTextBox('t')).toEqual({
      id: 't',
      text: 'New text',
      x: 38,
      y: 200,
      width: 180,
      height: 70,
      fontSize: 8,
      color: 'white',
      fontWeight: 400,
    })
    expect(newImageBox('i', 'user/1.jpg')).toEqual({ id: 'i', imageUrl: 'user/1.jpg', x: 78, y: 100, width: 100, height: 100, opacity: 1 })
  })

  it.each([
    [
      { width: 4000, height: 2000 },
      { width: 150, height: 75 },
    ],
    [
      { width: 300, height: 200 },
      { width: 90, height: 60 },
    ],
    [
      { width: 600, height: 3000 },
      { width: 30, height: 150 },
    ],
  ])('hold a pasted picture of %o at %o', (picture, size) => {
    expect(pastedImageBox('i', { imageUrl: 'user/1.jpg', ...picture })).toMatchObject({ x: 50, y: 100, ...size })
  })
})
