import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { startTestApp } from '../testing/app.ts'
import { warnOfOtherSecrets } from './secret-mismatch.ts'
import { createSealer } from './sealed.ts'

test('a start reports a database with another secret, but not with this or an older one', async () => {
  const app = await startTestApp()
  const { db, config } = app.services
  const user = await app.buildUser()
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const start = (secret: Uint8Array, older: Uint8Array[] = []) => warnOfOtherSecrets({ db, sealer: createSealer(secret, older), log })
  await start(randomBytes(32))
  await user.api('PUT', '/credentials', { values: { 'openai.key': 'sk-mine-123456789', 'openai.model': 'mine' } })
  await start(config.secretKey)
  await start(randomBytes(32), [config.secretKey])
  expect(lines).toEqual([])
  await start(randomBytes(32))
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ values: 2, msg: expect.stringContaining('another SECRET_KEY') }])
  expect(lines.join('')).not.toContain('sealed.v1')
})
