// @module-tag long

import { expect, test } from 'vitest'
import { publishInChaos } from '../../testing/publishing-chaos.ts'
import { startPublishingApp } from '../../testing/publishing-app.ts'
import { startTestSandbox } from '../../testing/sandbox.ts'

// `npm run bench publish-kills` has 500 kills over 5,000 posts.
test('40 kills and injected faults neither duplicate nor lose a post, nor report a wrong outcome', { timeout: 600_000 }, async () => {
  const sandbox = await startTestSandbox()
  try {
    const { services, connection, dataDir, url, logged } = await startPublishingApp(sandbox)
    const result = await publishInChaos({ services, sandbox, connection, dataDir, url }, { posts: 480, kills: 40, workers: 3, seed: 'ci' })
    expect(result).toMatchObject({ posts: 480, kills: 40, duplicated: [], lost: [], contradicted: [], avoidable: [], errors: [] })
    expect(result.published).toBeGreaterThan(400)
    expect(logged).toEqual([])
  } finally {
    await sandbox.stop()
  }
})
