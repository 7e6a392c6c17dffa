import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../config-error.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { processStartTime, lockDataFolder } from './instance-lock.ts'

describe('the instance lock', () => {
  test('rejects a second instance and tells where the first one is', async () => {
    const folder = await temporaryFolder()
    const unlock = await lockDataFolder(folder, 'http://localhost:3000')
    await expect(lockDataFolder(folder, 'http://localhost:4000')).rejects.toThrow(ConfigError)
    await expect(lockDataFolder(folder, 'http://localhost:4000')).rejects.toThrow(/already runs .* at http:\/\/localhost:3000/)
    unlock()
    expect(existsSync(join(folder, 'running.json'))).toBe(false)
    const again = await lockDataFolder(folder, 'http://localhost:4000')
    again()
  })

  test.each([
    ['names a dead process', JSON.stringify({ pid: 2 ** 22 + 1, birth: '1', url: 'http://gone' })],
    ['names a reused process id', JSON.stringify({ pid: process.pid, birth: 'another', url: 'http://gone' })],
    ['is truncated', '{"pid":'],
  ])('is replaced if it %s', async (_, text) => {
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'running.json'), text)
    const unlock = await lockDataFolder(folder, 'http://localhost:3000')
    expect(JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'))).toEqual({
      pid: process.pid,
      birth: processStartTime(process.pid),
      url: 'http://localhost:3000',
    })
    unlock()
  })

  test('admits exactly one of many concurrent starts', async () => {
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'running.json'), '')
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder, 'http://localhost:3000')))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })
})
