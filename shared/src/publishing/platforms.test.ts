import { expect, test } from 'vitest'
import { textLimits } from './platforms.ts'

test('limits the texts for several platforms to the lowest limit', () => {
  expect(textLimits([], 'slides')).toEqual({ caption: 150, description: 4000 })
  expect(textLimits(['tumblr'], 'slides')).toEqual({ caption: 150, description: 4000 })
  expect(textLimits(['tiktok'], 'slides')).toEqual({ caption: 90, description: 4000 })
  expect(textLimits(['tumblr', 'tiktok'], 'video')).toEqual({ caption: 150, description: 2048 })
})
