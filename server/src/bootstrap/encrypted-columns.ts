import { tokenOwner } from '../connections/account-rows.ts'
import { credentialOwner } from '../connections/credentials.ts'
import { authSecrets } from '../auth/signed-values.ts'
import { encryptedCodeColumns } from '../auth/second-factor/sealed-code-columns.ts'
import { calendarOwner } from '../posts/calendar-feed/calendar-link.ts'
import { approvalLinkOwner } from '../posts/approval/links.ts'
import { linkOwner } from '../posts/manual-posting/links.ts'
import { recordOwner } from '../oauth-server/records.ts'
import { secretOwner } from '../webhooks/endpoints.ts'
import { sealedColumn, type SealedColumn } from '../secrets/sealed-columns.ts'
import type { EncryptedColumnSet } from '../secrets/encrypted-column-set.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import type { Secrets } from '../config/secret-key.ts'

const tokens = (column: 'access_token' | 'refresh_token', label: string): SealedColumn => ({
  what: label,
  table: 'social_accounts',
  key: ['id'],
  column,
  ownerColumns: ['user_id', 'platform', 'account_id'],
  ownerOf: ({ user_id: userId = '', platform = '', account_id: accountId = '' }) => tokenOwner({ userId, platform, accountId }, column),
})

const webhookSecrets = (column: 'secret' | 'old_secret', label: string): SealedColumn => ({
  what: label,
  table: 'webhook_endpoints',
  key: ['id'],
  column,
  ownerColumns: ['user_id'],
  ownerOf: ({ user_id: userId = '', id = '' }) => secretOwner({ userId, id }),
})

const COLUMNS: SealedColumn[] = [
  {
    what: "users' own API keys",
    table: 'user_credentials',
    key: ['user_id', 'name'],
    column: 'sealed',
    ownerColumns: [],
    ownerOf: ({ user_id: userId = '', name = '' }) => credentialOwner(userId, name),
  },
  tokens('access_token', 'access tokens of accounts'),
  tokens('refresh_token', 'refresh tokens of accounts'),
  {
    what: 'calendar links',
    table: 'calendar_links',
    key: ['user_id'],
    column: 'sealed',
    ownerColumns: [],
    ownerOf: ({ user_id: userId = '' }) => calendarOwner(userId),
  },
  {
    what: 'connected apps and their tokens',
    table: 'oauth_records',
    key: ['id'],
    column: 'payload',
    ownerColumns: [],
    ownerOf: ({ id = '' }) => recordOwner(id),
  },
  webhookSecrets('secret', 'webhook secrets'),
  webhookSecrets('old_secret', 'previous webhook secrets'),
  {
    what: 'approval links',
    table: 'approval_links',
    key: ['id'],
    column: 'sealed',
    ownerColumns: ['user_id'],
    ownerOf: ({ user_id: userId = '', id = '' }) => approvalLinkOwner({ userId, id }),
  },
  {
    what: 'manual posting links',
    table: 'hand_over_links',
    key: ['token_hash'],
    column: 'sealed',
    ownerColumns: ['user_id', 'post_id'],
    ownerOf: ({ user_id: userId = '', post_id: postId = '' }) => linkOwner({ userId, postId }),
  },
]

/** All places except short-lived ones: authorizations in progress and upload URLs. */
export function encryptedColumnSets({ config, sealer }: { config: Secrets; sealer: SecretBox }): EncryptedColumnSet[] {
  return [...COLUMNS.map((column) => sealedColumn(sealer, column)), ...encryptedCodeColumns(authSecrets(config))]
}
