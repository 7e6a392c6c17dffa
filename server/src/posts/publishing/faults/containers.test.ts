// @module-tag long

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectPlain, startFaultBench } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { buildJpeg, livePosts, postState, storeFiles } from '../../../testing/scheduled.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

describe.each([
  { platform: 'instagram', publish: '/media_publish', most: 10 },
  { platform: 'threads', publish: '/threads_publish', most: 20 },
] as const)('$platform', ({ platform, publish, most }) => {
  test('publishes once when the response is lost and the container still seems ready', async () => {
    const bench = await startFaultBench(sandbox)
    await sandbox.control(`/${platform}`, 'PATCH', { publishDelayMs: 1200 })
    await bench.fault(platform, { kind: 'lost', path: publish })
    const post = await bench.post(platform)
    bench.work()
    await bench.waitForEnd([post])
    expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
    const { post: row } = await postState(bench.app.services, post.id)
    const [live] = await livePosts(sandbox)
    expect(row.remoteUrl).toContain(live?.id)
  })

  test('retries a container that failed to prepare, and fails a rejected one', async () => {
    const bench = await startFaultBench(sandbox)
    bench.work()
    await sandbox.control(`/${platform}/fail-containers`, 'POST', { errors: ['2207052'] })
    const again = await bench.post(platform)
    await bench.waitForEnd([again])
    expect(await bench.verdict(again)).toEqual({ delivery: 'published', live: 1, attempts: 2 })
    await sandbox.control(`/${platform}/fail-containers`, 'POST', { errors: ['2207009'] })
    const refused = await bench.post(platform)
    await bench.waitForEnd([refused])
    expect(await bench.verdict(refused)).toEqual({ delivery: 'failed', live: 0, attempts: 1 })
    expectPlain((await postState(bench.app.services, refused.id)).post.errorMessage)
  })

  test('publishes the first slides in order when there are too many', async () => {
    const bench = await startFaultBench(sandbox)
    const user = await bench.user(platform)
    const pictures = await Promise.all(Array.from({ length: most + 1 }, (_, at) => buildJpeg(at + 1)))
    const media = await storeFiles(bench.app.services, user.userId, pictures)
    const post = await bench.post(platform, { ...user, media, options: { platform, firstSlidesOnly: true } })
    bench.work()
    await bench.waitForEnd([post])
    expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
    const [live] = await livePosts(sandbox)
    expect(live?.files.map(({ sha256 }) => sha256)).toEqual(media.slice(0, most).map(({ sha256 }) => sha256))
  })

  test('sends nothing for a post with manual posting', async () => {
    const bench = await startFaultBench(sandbox)
    const post = await bench.post(platform, { options: { platform, handOver: true } })
    bench.work()
    await bench.waitForDelivery([post], 'handed-over')
    expect(await sandbox.requests(platform)).toEqual([])
  })
})
