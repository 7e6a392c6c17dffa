import { expect, it } from 'vitest'
import { groupPlaced, groupsOf, postCount, togetherWith } from './grouping.ts'
import { placePosts } from './placing.ts'
import { somePost } from './testing/some-post.ts'

const NOON = '2026-11-24T12:00:00.000Z'
const together = { groupId: 'request', scheduledTime: NOON }

it('posts of one request show as one entry until one moves or has another outcome', () => {
  const [tiktok, tumblr, threads] = [somePost(together), somePost(together), somePost(together)]
  const alone = somePost({ scheduledTime: NOON })
  const posts = [tiktok, alone, tumblr, threads]
  expect(groupsOf(posts)).toEqual([[tiktok, tumblr, threads], [alone]])
  expect(togetherWith(tumblr, posts)).toEqual([tumblr, tiktok, threads])
  expect(togetherWith(alone, posts)).toEqual([alone])

  const moved = { ...tumblr, scheduledTime: '2026-11-24T13:00:00.000Z' }
  const failed = { ...threads, status: 'failed' as const }
  expect(groupsOf([tiktok, moved, failed])).toHaveLength(3)
})

it('the posts of a group are in the order of the networks', () => {
  const [tumblr, tiktok] = [somePost({ ...together, platform: 'tumblr' }), somePost({ ...together, platform: 'tiktok' })]
  for (const posts of [
    [tumblr, tiktok],
    [tiktok, tumblr],
  ]) {
    expect(groupsOf(posts)).toEqual([[tiktok, tumblr]])
    const [entry] = groupPlaced(placePosts(posts, 'UTC'))
    expect(entry && [entry.post, ...entry.others]).toEqual([tiktok, tumblr])
  }
})

it('drafts and posts without a group stay separate', () => {
  const drafts = [somePost({ groupId: 'request', scheduledTime: null }), somePost({ groupId: 'request', scheduledTime: null })]
  expect(groupsOf(drafts)).toHaveLength(2)
  expect(groupsOf([somePost(), somePost()])).toHaveLength(2)
})

it('an entry of the calendar counts all of its posts, and keeps its identity while they stay the same', () => {
  const posts = [somePost(together), somePost(together), somePost({ scheduledTime: NOON })]
  const entries = groupPlaced(placePosts(posts, 'UTC'))
  expect(entries.map(({ post, others }) => [post, ...others])).toEqual([[posts[0], posts[1]], [posts[2]]])
  expect(postCount(entries)).toBe(3)
  const [entry] = groupPlaced(placePosts(posts, 'UTC'))
  expect(entry).toBe(entries[0])
})
