// @module-tag long

import { expect, test } from 'vitest'
import { Caller } from '../testing/caller.ts'
import { freePort, runProgram } from '../testing/program.ts'
import { contentOf, EMAIL, PASSWORD } from '../testing/released-folders/content.ts'
import { openReleasedFolder } from '../testing/released-folders/open-folder.ts'

const LONG_TIMEOUT = { timeout: 300_000 }

/* Data folders of released versions, created with: node server/src/testing/released-folders/make.ts RELEASE */
test.each(['0.1.0', '0.2.0', '0.3.0'])('a folder of %s opens with all its data', LONG_TIMEOUT, async (release) => {
  const { dataDir, content } = await openReleasedFolder(release)
  const port = await freePort()
  const product = runProgram('main.ts', [], { DATA_DIR: dataDir, PORT: String(port), SANDBOX: 'off', LOG_LEVEL: 'warn' })
  await product.waitForOutput('is ready at')
  const caller = new Caller(`http://localhost:${port}`)
  const { status } = await caller.call('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })
  expect(status).toBe(200)
  expect(Object.keys(content)).toContainEqual(expect.stringMatching(/^\/projects\/.+\/versions$/))
  // This version may return additional fields.
  expect(await contentOf(caller, Object.keys(content))).toMatchObject(content)
  const { items } = await caller.api<{ items: { thumbnailUrl: string }[] }>('GET', '/media/page')
  expect(items).toHaveLength(1)
  for (const { thumbnailUrl } of items) expect((await caller.fetch(thumbnailUrl)).status).toBe(200)
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)
  const verified = runProgram('cli/verify.ts', [], { DATA_DIR: dataDir })
  expect(await verified.ended).toBe(0)
  expect(verified.output()).toMatch(/^[1-9]\d* of [1-9]\d* files are intact/)
})
