import { expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createShutdownHooks } from './shutdown.ts'

test('shutdown hooks run newest first, even if one fails and one hangs', async () => {
  const logged: string[] = []
  const shutdownHooks = createShutdownHooks(createLog('info', { write: (line: string) => void logged.push(line) }), { oneMs: 5, allMs: 5 })
  const ended: string[] = []
  shutdownHooks.add('database', async () => ended.push('database'), 60_000)
  shutdownHooks.add('sweep', () => new Promise<never>(() => undefined), 5)
  shutdownHooks.add('pictures', async () => {
    throw new Error('no such thing')
  })
  shutdownHooks.add('pages', () => ended.push('pages'))
  await shutdownHooks.end()
  expect(ended).toEqual(['pages', 'database'])
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { part: 'pictures', msg: 'Shutdown step failed' },
    { part: 'sweep', msg: 'Shutdown step timed out' },
  ])
})
