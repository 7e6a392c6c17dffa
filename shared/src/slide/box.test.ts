import { expect, it } from 'vitest'
import { nameSlide } from './box.ts'
import { newTextBox } from './new-box.ts'

it('a slide is called by its number and the first text that is read', () => {
  const lower = { ...newTextBox('a'), y: 300, text: 'what comes last' }
  const upper = { ...newTextBox('b'), y: 20, text: '  rinse the\nfilter first ' }
  expect(nameSlide({ textBoxes: [lower, upper] }, 1)).toBe('Slide 2: rinse the filter first')
  expect(nameSlide({ textBoxes: [{ ...upper, text: ' ' }] }, 1)).toBe('Slide 2')
  expect(nameSlide({ textBoxes: [] }, 0)).toBe('Slide 1')
})
