import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import { addressGroup } from '../config/client-address.ts'
import type { Config } from '../config/config.ts'
import { databaseNow } from '../database-clock.ts'
import type { Db } from '../db/db.ts'
import { countUse } from '../db/rate-window.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { createVisitorAccount, findActive, type VisitorKind } from './admission.ts'
import type { Trials } from '../auth/visitors.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const TRIAL: VisitorKind = {
  isTrial: true,
  name: 'Trial',
  life: sql`interval '2 hours'`,
  idleAfter: sql`interval '10 minutes'`,
  fullError: 'TRY_FULL',
}

/** Limits for trials. */
export interface TrialLimits {
  /** Maximum at a time, in total. */
  max: number
  /** New trials per address and hour: an office shares one address. */
  perAddress: number
  /** New trials per browser and day. */
  perBrowser: number
}

const BOUNDS: TrialLimits = { max: 200, perAddress: 10, perBrowser: 3 }

interface Offering {
  config: Pick<Config, 'trial'>
  settings: Pick<InstanceSettings, 'now'>
}

/** Only with open sign-up: otherwise visitors couldn't keep their work, and it would waste the operator's tokens. */
export function areTrialsOffered({ config, settings }: Offering): boolean {
  return config.trial.isOffered && settings.now().signUp === 'open'
}

export interface TrialsParts extends Offering {
  db: Db
  log: Pick<Logger, 'error'>
  bounds?: Partial<TrialLimits>
}

export function createTrials({ config, settings, db, log, bounds = {} }: TrialsParts): Trials {
  const { max, perAddress, perBrowser } = { ...BOUNDS, ...bounds }

  return {
    async enter({ previous, address }) {
      if (!areTrialsOffered({ config, settings })) throw new AppError('TRY_UNAVAILABLE')
      const existing = previous && (await findActive(db, previous.userId, TRIAL))
      if (previous && existing) return { ...existing, browserTrials: previous }
      const now = Math.round(databaseNow())
      const { count, since } = previous && now - previous.since < DAY_MS ? previous : { count: 0, since: now }
      if (count >= perBrowser) throw new AppError('TRY_LIMIT')
      const byAddress = await countUse(db, `try:${addressGroup(address)}`, HOUR_MS)
      if (byAddress.count > perAddress) throw new AppError('TRY_LIMIT')
      try {
        const created = await createVisitorAccount(db, TRIAL, max)
        return { ...created, browserTrials: { userId: created.userId, count: count + 1, since } }
      } catch (error) {
        if (error instanceof AppError) throw error
        log.error({ err: error }, 'Trial could not be created')
        throw new AppError('TRY_UNAVAILABLE', {}, { cause: error })
      }
    },
  }
}
