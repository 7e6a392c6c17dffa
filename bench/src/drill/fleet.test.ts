// @module-tag long

import { expect, test, vi } from 'vitest'
import { drillFleet, programsFor, SMALL_PLAN } from './fleet.ts'
import { findPrograms } from './needed-programs.ts'

const { missing } = findPrograms(programsFor(SMALL_PLAN))

test.skipIf(missing.length > 0)(
  'a fleet loses no acknowledged write while processes, file store and pooler restart (skipped without haproxy and pgbouncer)',
  { timeout: 600_000 },
  async () => {
    const quiet = { log: () => undefined, progress: () => undefined, signal: new AbortController().signal }
    const { verdict, lost, record, faults } = await drillFleet(SMALL_PLAN, quiet)
    expect(faults).toHaveLength(5)
    // On a busy machine a lease may expire three times. The post is then reported as unconfirmed, which is no loss.
    const { posts, published, unconfirmed, failures } = verdict
    expect([posts, published + unconfirmed + failures.length]).toEqual([SMALL_PLAN.posts, SMALL_PLAN.posts])
    expect(published).toBeGreaterThan(SMALL_PLAN.posts / 2)
    expect(verdict).toMatchObject({ duplicated: [], lost: [], contradicted: [] })
    expect(lost).toEqual([])
    expect(record.errors.filter(({ message }) => message === null)).toEqual([])
    expect([...record.done.keys()].toSorted()).toEqual(['generation', 'save', 'sign-in', 'upload'])
  },
)

test('findPrograms names the package of each missing program', async () => {
  vi.stubEnv('PATH', '')
  expect(findPrograms(['patroni', 'etcd']).missing).toEqual([
    "patroni is missing: install Debian's package patroni (apt-get install patroni).",
    "etcd is missing: install Debian's package etcd-server (apt-get install etcd-server).",
  ])
})
