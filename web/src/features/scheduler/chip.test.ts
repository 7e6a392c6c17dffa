import { expect, it } from 'vitest'
import { chipsOf, legendOf, platformsOf, wordsOf } from './chip.ts'
import { groupPlaced } from './grouping.ts'
import { placePosts } from './placing.ts'
import { somePost } from './testing/some-post.ts'

const NOON = '2026-11-24T12:00:00.000Z'

it('a chip shows the first words of the caption, else of the description, else the title', () => {
  expect(wordsOf(somePost({ caption: ' save this\n\nfor tomorrow ', description: 'more' }))).toBe('save this for tomorrow')
  expect(wordsOf(somePost({ caption: ' ', description: 'more' }))).toBe('more')
  expect(wordsOf(somePost())).toBe('calm mornings')
  expect(wordsOf(somePost({ projectTitle: null }))).toBe('Unknown Project')
  expect(wordsOf(somePost({ caption: `${'calm '.repeat(20)}end` }))).toBe(`${'calm '.repeat(12).trim()}…`)
  const unbroken = wordsOf(somePost({ caption: '🎉'.repeat(200) }))
  expect(unbroken).toBe(`${'🎉'.repeat(29)}…`)
  expect(unbroken.isWellFormed()).toBe(true)
})

it('a chip names each network of its posts once, in the same order', () => {
  const posts = (['threads', 'tiktok', 'threads', 'tumblr'] as const).map((platform) => somePost({ platform }))
  expect(platformsOf(posts)).toEqual(['tiktok', 'tumblr', 'threads'])
})

it('a day with more posts than chips counts all posts behind "more"', () => {
  const day = (count: number) =>
    placePosts(
      Array.from({ length: count }, () => somePost({ scheduledTime: NOON })),
      'UTC',
    )
  expect(chipsOf(day(3))).toMatchObject({ visible: { length: 3 }, hidden: 0 })
  expect(chipsOf(day(4))).toMatchObject({ visible: { length: 2 }, hidden: 2 })
  const together = { groupId: 'request', scheduledTime: '2026-11-24T13:00:00.000Z' }
  const grouped = groupPlaced([...day(3), ...placePosts([somePost(together), somePost({ ...together, platform: 'threads' })], 'UTC')])
  expect(chipsOf(grouped)).toMatchObject({ visible: { length: 2 }, hidden: 3 })
})

it('the legend explains exactly what the shown posts use', () => {
  const approval = { ...somePost().approval, isRequired: true }
  const now = Date.parse(NOON)
  const labels = (...posts: ReturnType<typeof somePost>[]) => legendOf(placePosts(posts, 'UTC'), now).map(({ label }) => label)
  expect(labels()).toEqual([])
  expect(labels(somePost({ scheduledTime: '2026-11-25T09:00:00.000Z' }))).toEqual(['TikTok'])
  expect(labels(somePost({ status: 'failed', platform: 'threads' }), somePost({ approval }))).toEqual([
    'TikTok',
    'Threads',
    'Past',
    'Failed',
    'Needs approval',
  ])
  expect(labels(somePost({ delivery: 'unconfirmed', approval: { ...approval, state: 'approved' } }))).toEqual([
    'TikTok',
    'Past',
    'Not confirmed',
    'Approved',
  ])
})
