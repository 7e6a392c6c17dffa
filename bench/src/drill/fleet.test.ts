// @module-tag long

import { expect, test, vi } from 'vitest'
import { drillFleet, programsFor, SMALL } from './fleet.ts'
import { findPrograms } from './needed-programs.ts'

const { missing } = findPrograms(programsFor(SMALL))

test.skipIf(missing.length > 0)(
  'a process, the file store and the pooler go and come back, and nothing acknowledged is lost (skipped without haproxy and pgbouncer)',
  { timeout: 600_000 },
  async () => {
    const quiet = { tell: () => undefined, progress: () => undefined, signal: new AbortController().signal }
    const { verdict, lost, record, faults } = await drillFleet(SMALL, quiet)
    expect(faults).toHaveLength(5)
    // On a starved machine a lease may run out three times: such a post is set aside and says so, which is no loss.
    const { posts, published, unconfirmed, failures } = verdict
    expect([posts, published + unconfirmed + failures.length]).toEqual([SMALL.posts, SMALL.posts])
    expect(published).toBeGreaterThan(SMALL.posts / 2)
    expect(verdict).toMatchObject({ duplicated: [], lost: [], contradicted: [] })
    expect(lost).toEqual([])
    expect(record.troubles.filter(({ sentence }) => sentence === null)).toEqual([])
    expect([...record.done.keys()].toSorted()).toEqual(['generation', 'save', 'sign-in', 'upload'])
  },
)

test('what is missing is said with the package that has it', async () => {
  vi.stubEnv('PATH', '')
  expect(findPrograms(['patroni', 'etcd']).missing).toEqual([
    "patroni is missing: install Debian's package patroni (apt-get install patroni).",
    "etcd is missing: install Debian's package etcd-server (apt-get install etcd-server).",
  ])
})
