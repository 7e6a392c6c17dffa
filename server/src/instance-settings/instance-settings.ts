import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import { SIGN_UPS, type SignUp } from '@ninesixteen/shared/api/account'
import { DAILY_TOKENS_MAX, STORAGE_QUOTA_MB_MAX } from '@ninesixteen/shared/api/limits'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../db/db.ts'
import { SETTINGS_CHANGED, type ChangeEvents } from '../db/listen.ts'
import { instanceSettings } from '../db/schema-operator.ts'

const MEGABYTE = 1024 * 1024

/** What may be changed while the product runs. */
export interface SettingsNow {
  signUp: SignUp
  /** Tokens each person may use a day. */
  dailyTokens: number
  /** Bytes each person may keep. */
  storageQuota: number
}

const KEPT = {
  signUp: z.enum(SIGN_UPS),
  dailyTokens: z.number().int().min(1).max(DAILY_TOKENS_MAX),
  storageQuota: z
    .number()
    .int()
    .min(1)
    .max(STORAGE_QUOTA_MB_MAX * MEGABYTE),
} satisfies Record<keyof SettingsNow, z.ZodType>

export const SETTING_NAMES = ['signUp', 'dailyTokens', 'storageQuota'] as const satisfies readonly (keyof SettingsNow)[]

export interface InstanceSettings {
  /** As they are at this moment, in this process. */
  now(): SettingsNow
  /** As the environment has them. */
  given: SettingsNow
  /** Reads them, and again whenever any process changed one, until `stop`. */
  follow(): Promise<void>
  /** Changes one; with null the environment's counts again. It holds in this process when `read` was called after the commit. */
  change(tx: Tx, name: keyof SettingsNow, value: SettingsNow[keyof SettingsNow] | null): Promise<void>
  read(): Promise<void>
  stop(): void
}

export interface SettingsParts {
  config: Pick<Config, 'signUp' | 'ai' | 'storageQuota'>
  db: Db
  changes: ChangeEvents
  log: Pick<Logger, 'warn'>
}

/** Settings of the whole instance. Whatever asks for one asks at the moment it needs it, and never keeps it. */
export function createInstanceSettings({ config, db, changes, log }: SettingsParts): InstanceSettings {
  const given: SettingsNow = { signUp: config.signUp, dailyTokens: config.ai.dailyTokens, storageQuota: config.storageQuota }
  let current = given
  let leave = (): void => undefined

  async function read(): Promise<void> {
    const rows = await db.asSystem((tx) => tx.select().from(instanceSettings))
    const changed = rows.map(({ name, value }) => entryOf(name, value)).filter((entry) => entry !== null)
    current = { ...given, ...Object.fromEntries(changed) }
  }

  return {
    now: () => current,
    given,
    read,
    async follow() {
      await read()
      leave = changes.subscribe(SETTINGS_CHANGED, () => {
        // Those that are known go on to count; the next change, or the connection's return, reads them again.
        read().catch((error: unknown) => log.warn({ err: error }, 'the settings of the instance could not be read'))
      })
    },
    async change(tx, name, value) {
      if (value === null) await tx.delete(instanceSettings).where(eq(instanceSettings.name, name))
      else {
        const row = { name, value: KEPT[name].parse(value), updatedAt: sql`now()` }
        await tx.insert(instanceSettings).values(row).onConflictDoUpdate({ target: instanceSettings.name, set: row })
      }
    },
    stop: () => leave(),
  }
}

/** What an earlier or later version kept and this one cannot read does not count. */
function entryOf(name: string, value: unknown): [keyof SettingsNow, unknown] | null {
  const known = SETTING_NAMES.find((setting) => setting === name)
  if (known === undefined) return null
  const parsed = KEPT[known].safeParse(value)
  return parsed.success ? [known, parsed.data] : null
}
