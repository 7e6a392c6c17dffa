import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { SETTING_GROUPS } from './settings.ts'

const variables = z.object({
  ...SETTING_GROUPS.Server,
  ...SETTING_GROUPS.Database,
  ...SETTING_GROUPS['Files and secrets'],
  ...SETTING_GROUPS.Accounts,
  ...SETTING_GROUPS.Webhooks,
  ...SETTING_GROUPS['AI server'],
  ...SETTING_GROUPS['Platforms and Google Drive'],
  ...SETTING_GROUPS.Photos,
  ...SETTING_GROUPS['Sandbox, demos and trials'],
  ...SETTING_GROUPS.Billing,
  ...SETTING_GROUPS.Mail,
  ...SETTING_GROUPS['Public pages'],
  ...SETTING_GROUPS['Metrics, traces and logs'],
})
export type SettingValues = z.infer<typeof variables>

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(variables.shape)

/** The known settings of the environment; a blank value counts as unset. */
export function readSettings(env: Record<string, string | undefined>): SettingValues {
  const trimmed = Object.entries(env).map(([name, value = '']): [string, string] => [name, value.trim()])
  const present = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(present)
  if (!parsed.success) throw new ConfigError(firstProblem(parsed.error, present))
  if (parsed.data.SANDBOX_PORT === parsed.data.PORT)
    throw new ConfigError('SANDBOX_PORT and PORT are the same. Choose different ports. See .env.example.')
  return parsed.data
}

/** Settings whose invalid value isn't shown, because it is or may contain a secret. */
const SECRET = /KEY|SECRET|TOKEN$|^DATABASE_(DIRECT_|REPLICA_)?URL$|^STORAGE_URL$|^SMTP_URL$/

function firstProblem(error: z.ZodError, present: Record<string, string | undefined>): string {
  const issue = error.issues[0]
  const name = String(issue?.path[0] ?? 'A setting')
  const value = present[name] ?? ''
  const displayedValue = SECRET.test(name) || value.includes('@') ? 'the value given' : `"${value}"`
  return `${name} cannot be ${displayedValue}: ${issue?.message ?? 'it is invalid'}. See .env.example.`
}
