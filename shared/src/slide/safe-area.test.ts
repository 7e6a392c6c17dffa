import { expect, test } from 'vitest'
import { SAFE_AREA_IDS, safeAreaLabel, safeAreaOf, type SafeAreaId } from './safe-area.ts'

/** Pixels of a 1080 x 1920 picture from the top, right, bottom and left. */
function margins(id: SafeAreaId): number[] {
  const { x, y, width, height } = safeAreaOf(id)
  const unit = 1080 / 256
  return [y * unit, 1080 - (x + width) * unit, 1920 - (y + height) * unit, x * unit].map(Math.round)
}

test.each<[SafeAreaId, number[]]>([
  ['tiktok', [80, 120, 450, 0]],
  ['instagram-reels', [269, 65, 672, 65]],
  ['instagram-stories', [269, 0, 384, 0]],
  ['youtube-shorts', [288, 192, 672, 48]],
  ['all', [288, 192, 672, 65]],
])('%s covers %o px', (id, expected) => {
  expect(margins(id)).toEqual(expected)
})

test('every area is offered by its name', () => {
  expect(SAFE_AREA_IDS.map(safeAreaLabel)).toEqual(['TikTok', 'Instagram Reels', 'Instagram Stories', 'YouTube Shorts', 'All'])
})
