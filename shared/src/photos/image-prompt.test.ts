import { expect, test } from 'vitest'
import { imagePrompt } from './image-prompt.ts'

test('a prompt names the subject, three colors of the brand and its tone', () => {
  expect(imagePrompt({ words: 'calm sea', colors: ['#112233', '#445566', '#778899', '#aabbcc'], tone: 'warm' })).toBe(
    'A photo of calm sea, vertical, as the background of a slide. Calm areas in the middle for text. No text, no letters, no logos. Colors: #112233, #445566, #778899. Mood: warm.',
  )
})

test('without words and brand, it asks for a calm place', () => {
  expect(imagePrompt({ words: '', colors: [], tone: '' })).toBe(
    'A photo of a calm place, vertical, as the background of a slide. Calm areas in the middle for text. No text, no letters, no logos.',
  )
})
