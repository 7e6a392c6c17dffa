import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../config-error.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { processStartTime, lockDataFolder } from './instance-lock.ts'

describe('the lock of a data folder', () => {
  test('keeps a second product out and says where the first one is', async () => {
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
    ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, birth: '1', url: 'http://gone' })],
    ['of a process whose number was given out anew', JSON.stringify({ pid: process.pid, birth: 'another', url: 'http://gone' })],
    ['that was cut off while it was written', '{"pid":'],
  ])('a lock %s is replaced', async (_, text) => {
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

  test('of many at once exactly one gets in', async () => {
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'running.json'), '')
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder, 'http://localhost:3000')))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })
})
