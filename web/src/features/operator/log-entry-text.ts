import type { LogEntry } from '@ninesixteen/shared/api/operator'
import { bytesInWords, inFull } from './amounts.ts'

const DEEDS: Record<string, (target: string) => string> = {
  lock: (target) => `Locked ${target}`,
  unlock: (target) => `Unlocked ${target}`,
  'end-sessions': (target) => `Signed ${target} out everywhere`,
  'grant-plan': (target) => `Granted ${target} the Pro plan`,
  'revoke-plan': (target) => `Revoked the Pro plan of ${target}`,
  'assign-payment': (target) => `Assigned a payment to ${target}`,
  delete: (target) => `Deleted the account ${target}`,
  invite: (target) => `Invited ${target}`,
  'revoke-invitation': (target) => `Revoked the invitation of ${target}`,
}

/** A log entry as a sentence. Unknown actions of newer versions are shown as they are. */
export function logEntryText({ action, target, detail }: LogEntry): string {
  if (action === 'change-setting') return settingInWords(target ?? '', detail['value'])
  return DEEDS[action]?.(target ?? 'somebody') ?? [action, target].filter(Boolean).join(' ')
}

const SIGN_UPS: Record<string, string> = { open: 'open', invited: 'by invitation', closed: 'closed' }

const SETTINGS: Record<string, { name: string; words(value: string | number): string }> = {
  signUp: { name: 'sign-up', words: (value) => SIGN_UPS[value] ?? String(value) },
  dailyTokens: { name: 'AI tokens a day', words: (value) => inFull(Number(value)) },
  storageQuota: { name: 'storage per user', words: (value) => bytesInWords(Number(value)) },
}

function settingInWords(target: string, value: LogEntry['detail'][string] | undefined): string {
  const setting = SETTINGS[target]
  if (!setting) return `Changed ${target}`
  const isValue = typeof value === 'string' || typeof value === 'number'
  return isValue ? `Set ${setting.name} to ${setting.words(value)}` : `Set ${setting.name} back to the environment’s value`
}
