import type { InstanceState } from '@ninesixteen/shared/api/operator'

export type Health = 'good' | 'attention' | 'bad' | 'none'

/** Free bytes below which a disk needs attention. */
const LOW_SPACE = 2 * 1024 ** 3
const VERY_LOW_SPACE = 256 * 1024 ** 2

export const workerHealth = ({ isAlive }: InstanceState['worker']): Health => (isAlive ? 'good' : 'bad')

export function mailHealth({ refused, dropped, unsure, lastSentAt, waiting }: InstanceState['mail']): Health {
  if (dropped > 0) return 'bad'
  if (refused + unsure > 0) return 'attention'
  return lastSentAt === null && waiting === 0 ? 'none' : 'good'
}

export function diskHealth({ free }: InstanceState['disk']): Health {
  if (free < VERY_LOW_SPACE) return 'bad'
  return free < LOW_SPACE ? 'attention' : 'good'
}

/** The outcome of the provider's last call. */
export function providerHealth({ kind, succeededAt, failedAt }: InstanceState['providers'][number]): Health {
  if (kind === 'off' || (succeededAt === null && failedAt === null)) return 'none'
  if (failedAt === null) return 'good'
  return succeededAt !== null && succeededAt > failedAt ? 'good' : 'attention'
}
