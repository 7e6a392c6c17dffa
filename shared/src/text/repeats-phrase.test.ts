import { expect, test } from 'vitest'
import { repeatsPhrase } from './repeats-phrase.ts'

const GOALS = 'Get home brewers to subscribe, and make better espresso at home.'

test.each([
  ['how to make espresso basics. goals: get home brewers to subscribe stick', true],
  ['5 habits: Get HOME brewers to...', true],
  ['5 habits of home brewers', false],
  ['why to subscribe to nothing', false],
  ['make better espresso at home without a machine', true],
])('%s repeats the goals: %s', (text, expected) => {
  expect(repeatsPhrase(text, ['', GOALS])).toBe(expected)
})

test('words that the topics name may be repeated', () => {
  expect(repeatsPhrase('make better espresso at home without a machine', [GOALS], 'make better espresso at home')).toBe(false)
})

test('a phrase of three words counts as a whole, a shorter one never', () => {
  expect(repeatsPhrase('how nurses sleep: busy night nurses', ['busy night nurses'])).toBe(true)
  expect(repeatsPhrase('more sales in a week', ['more sales'])).toBe(false)
})
