import { expect, it } from 'vitest'
import { markedSlides, markSlides } from './slide-marker.ts'

it('HTML carries slides as data and shows their texts', () => {
  const json = JSON.stringify({ slides: [{ text: 'a "quote" <b>&amp; \ud800 日本 🎉' }] })
  const html = markSlides(json, 'a <b>\n& c')
  expect(markedSlides(`<meta charset="utf-8">${html}`)).toBe(json)
  expect(html).toContain('>a &lt;b><br>&amp; c</div>')
})

it('other HTML carries none; a damaged marker carries nothing valid', () => {
  expect(markedSlides('<p>hello</p>')).toBeNull()
  expect(markedSlides('')).toBeNull()
  expect(markedSlides('<div data-ninesixteen-slides="%E0%A4%A">')).toBe('')
})
