import { expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createShutdownHooks } from './shutdown.ts'

test('all parts are ended, the newest first, although one fails and one hangs', async () => {
  const logged: string[] = []
  const endings = createShutdownHooks(createLog('info', { write: (line: string) => void logged.push(line) }), { oneMs: 5, allMs: 5 })
  const ended: string[] = []
  endings.add('database', async () => ended.push('database'), 60_000)
  endings.add('sweep', () => new Promise<never>(() => undefined), 5)
  endings.add('pictures', async () => {
    throw new Error('no such thing')
  })
  endings.add('pages', () => ended.push('pages'))
  await endings.end()
  expect(ended).toEqual(['pages', 'database'])
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { part: 'pictures', msg: 'Shutdown step failed' },
    { part: 'sweep', msg: 'Shutdown step timed out' },
  ])
})
