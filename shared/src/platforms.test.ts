import { expect, test } from 'vitest'
import { mayPublish } from './platforms.ts'

test.each([
  ['TikTok with the permission', 'tiktok', ['user.info.basic', 'video.publish'], true],
  ['TikTok without it', 'tiktok', ['user.info.basic'], false],
  ['TikTok of which nothing is noted', 'tiktok', [], true],
  ['Tumblr, which has no scopes', 'tumblr', [], true],
] as const)('%s', (_account, platform, scopes, may) => {
  expect(mayPublish({ platform, scopes })).toBe(may)
})
