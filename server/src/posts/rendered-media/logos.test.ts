import { expect, test } from 'vitest'
import type { PostDetails, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { buildSlide, type TestUser } from '../../testing/app.ts'
import { connectAccount, postRequest, startScheduler, targetOf, type CreatedPosts } from '../../testing/scheduler.ts'

const hashesOf = async (user: TestUser, post: ScheduledPost | undefined) =>
  (await user.api<PostDetails>('GET', `/scheduled-posts/${post?.id}`)).media.map(({ sha256 }) => sha256)

test('a post without the logo has the bytes of slides that never had one, and the other networks show it', async () => {
  const app = await startScheduler()
  const user = await app.buildUser()
  const logo = { logoImage: (await user.buildPhoto('logo')).filePath, logoPosition: { x: 20, y: 20, width: 80, height: 80 } }
  const tiktok = await connectAccount(app, user, { platform: 'tiktok' })
  const threads = await connectAccount(app, user, { platform: 'threads' })
  const branded = await user.buildProject({ slides: [buildSlide('one', logo), buildSlide('two', { id: 'second', ...logo })] })
  const plain = await user.buildProject({ slides: [buildSlide('one'), buildSlide('two', { id: 'second' })] })
  const schedule = async (project: typeof branded, targets: ReturnType<typeof targetOf>[]) =>
    (await user.api<CreatedPosts>('POST', '/scheduled-posts', postRequest(project, { targets }))).posts
  const posts = await schedule(branded, [targetOf('tiktok', tiktok, { withoutLogo: true }), targetOf('threads', threads)])
  const onTiktok = posts.find(({ platform }) => platform === 'tiktok')
  const onThreads = posts.find(({ platform }) => platform === 'threads')
  const [never] = await schedule(plain, [targetOf('tiktok', tiktok)])
  const without = await hashesOf(user, never)
  const withLogo = await hashesOf(user, onThreads)
  expect(without).toHaveLength(2)
  expect(await hashesOf(user, onTiktok)).toEqual(without)
  expect(withLogo.some((hash) => without.includes(hash))).toBe(false)

  const change = (options: object) =>
    user.api('PATCH', `/scheduled-posts/${onTiktok?.id}`, { options: targetOf('tiktok', tiktok, { ...options }).options })
  await change({})
  expect(await hashesOf(user, onTiktok)).toEqual(withLogo)
  await change({ withoutLogo: true })
  expect(await hashesOf(user, onTiktok)).toEqual(without)
})
