import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import { SIGN_UPS, type SignUp } from '@ninesixteen/shared/api/account'
import { localModelSchema, type LocalModel } from '@ninesixteen/shared/api/local-models'
import { DAILY_TOKENS_MAX, STORAGE_QUOTA_MB_MAX } from '@ninesixteen/shared/api/limits'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../db/db.ts'
import { SETTINGS_CHANGED, type ChangeEvents } from '../db/listen.ts'
import { instanceSettings } from '../db/schema-operator.ts'

const MEGABYTE = 1024 * 1024

/** Settings that can change at runtime. */
export interface CurrentSettings {
  signUp: SignUp
  /** AI tokens per user and day. */
  dailyTokens: number
  /** Storage quota per user, in bytes. */
  storageQuota: number
  /** The model on this machine that writes in place of the sandbox; null without. */
  localModel: LocalModel | null
}

const STORED = {
  signUp: z.enum(SIGN_UPS),
  dailyTokens: z.number().int().min(1).max(DAILY_TOKENS_MAX),
  storageQuota: z
    .number()
    .int()
    .min(1)
    .max(STORAGE_QUOTA_MB_MAX * MEGABYTE),
  localModel: localModelSchema,
} satisfies Record<keyof CurrentSettings, z.ZodType>

export const SETTING_NAMES = ['signUp', 'dailyTokens', 'storageQuota', 'localModel'] as const satisfies readonly (keyof CurrentSettings)[]

export interface InstanceSettings {
  /** The current values in this process. */
  now(): CurrentSettings
  /** The values of the environment. */
  defaults: CurrentSettings
  /** Loads them, and reloads after a change by any process, until `stop`. */
  follow(): Promise<void>
  /** Changes one; null restores the environment's value. Call `read` after the commit to apply it in this process. */
  change(tx: Tx, name: keyof CurrentSettings, value: CurrentSettings[keyof CurrentSettings] | null): Promise<void>
  read(): Promise<void>
  stop(): void
}

export interface SettingsParts {
  config: Pick<Config, 'signUp' | 'ai' | 'storageQuota'>
  db: Db
  changes: ChangeEvents
  log: Pick<Logger, 'warn'>
}

/** Settings of the whole instance. Read them when needed, and never cache them. */
export function createInstanceSettings({ config, db, changes, log }: SettingsParts): InstanceSettings {
  const defaults: CurrentSettings = {
    signUp: config.signUp,
    dailyTokens: config.ai.dailyTokens,
    storageQuota: config.storageQuota,
    localModel: null,
  }
  let current = defaults
  let unsubscribe = (): void => undefined

  async function read(): Promise<void> {
    const rows = await db.asSystem((tx) => tx.select().from(instanceSettings))
    const changed = rows.map(({ name, value }) => entryOf(name, value)).filter((entry) => entry !== null)
    current = { ...defaults, ...Object.fromEntries(changed) }
  }

  return {
    now: () => current,
    defaults,
    read,
    async follow() {
      await read()
      unsubscribe = changes.subscribe(SETTINGS_CHANGED, () => {
        // The known values stay; the next change, or the listener's reconnect, reloads them.
        read().catch((error: unknown) => log.warn({ err: error }, 'Instance settings could not be read'))
      })
    },
    async change(tx, name, value) {
      if (value === null) await tx.delete(instanceSettings).where(eq(instanceSettings.name, name))
      else {
        const row = { name, value: STORED[name].parse(value), updatedAt: sql`now()` }
        await tx.insert(instanceSettings).values(row).onConflictDoUpdate({ target: instanceSettings.name, set: row })
      }
    },
    stop: () => unsubscribe(),
  }
}

/** Ignores values of other versions that this one can't parse. */
function entryOf(name: string, value: unknown): [keyof CurrentSettings, unknown] | null {
  const known = SETTING_NAMES.find((setting) => setting === name)
  if (known === undefined) return null
  const parsed = STORED[known].safeParse(value)
  return parsed.success ? [known, parsed.data] : null
}
