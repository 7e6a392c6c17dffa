import { statfs } from 'node:fs/promises'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { providerOf } from '../provider-calls.ts'
import { CALL_OUTCOMES, type CallOutcome } from '../../providers/call-outcomes.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'

type Parts = { config: Config; db: Db }

/** Gauges of this process and its machine, read on each request. */
export function registerProcessMetrics(registry: Registry, { config, db }: Parts): void {
  const registers: Registry[] = []
  const connections = new Gauge({
    name: 'ninesixteen_pool_connections',
    help: 'Database connections by pool: in use, idle, and callers waiting for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(db.pools)) {
        this.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  const disk = new Gauge({
    name: 'ninesixteen_data_disk_bytes',
    help: 'Disk space of the data folder.',
    labelNames: ['part'],
    registers,
    async collect() {
      const space = await statfs(config.dataDir).catch(() => null)
      // A missing folder has no size; the other metrics are still reported.
      if (!space) return this.reset()
      this.set({ part: 'free' }, space.bavail * space.bsize)
      this.set({ part: 'size' }, space.blocks * space.bsize)
    },
  })
  const role = new Gauge({
    name: 'ninesixteen_role_info',
    help: 'Role of this process.',
    labelNames: ['serves', 'publishes'],
    registers,
  })
  for (const metric of [connections, disk, role]) registry.registerMetric(metric)
  role.set({ serves: String(config.publishing.serves), publishes: String(config.publishing.publishes) }, 1)
}

/** Counts requests to providers; returns the function that stops it. A user's own server is labelled `other`. */
export function countProviderCalls(registry: Registry, config: Parts['config']): () => void {
  const calls = new Histogram({
    name: 'ninesixteen_provider_call_seconds',
    help: 'Requests to providers, timed until the response began.',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  })
  const providerAt = providerOf(config)
  const onOutcome = (message: unknown): void => {
    const { url, failure, seconds } = message as CallOutcome
    calls.observe({ provider: providerAt(url) ?? 'other', outcome: outcomeOf(failure) }, seconds)
  }
  CALL_OUTCOMES.subscribe(onOutcome)
  return () => {
    CALL_OUTCOMES.unsubscribe(onOutcome)
  }
}

/** Statuses that name the party at fault are reported individually, others by class. */
function outcomeOf(failure: string | null): string {
  if (failure === null) return 'ok'
  const [, status] = /^status (\d{3})$/.exec(failure) ?? []
  if (status === undefined) return failure
  return ['401', '403', '429'].includes(status) ? status : `${status.slice(0, 1)}xx`
}
