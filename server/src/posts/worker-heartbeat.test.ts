import { expect, test } from 'vitest'
import { startTestApp } from '../testing/app.ts'
import type { WorkerHeartbeat } from './worker-heartbeat.ts'

test('reports a publisher without a heartbeat for a minute as gone, with its last heartbeat', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const readHeartbeat = () => user.api<WorkerHeartbeat & { offlineHours: number }>('GET', '/scheduled-posts/worker')
  expect(await readHeartbeat()).toEqual({ isAlive: false, beatAt: null, offlineHours: 24 })
  const beat = (secondsAgo: number) =>
    app.services.db.pool.query(
      `insert into publish_workers (id, beat_at) values ('one', now() - make_interval(secs => $1))
       on conflict (id) do update set beat_at = excluded.beat_at`,
      [secondsAgo],
    )
  await beat(61)
  expect(await readHeartbeat()).toEqual({ isAlive: false, beatAt: expect.stringMatching(/Z$/), offlineHours: 24 })
  await beat(0)
  expect(await readHeartbeat()).toMatchObject({ isAlive: true })
  expect((await (await fetch(`${app.url}/readyz`)).json()) as object).toMatchObject({ worker: { isAlive: true } })
})
