import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { mayPublish, PLATFORMS } from '@ninesixteen/shared/platforms'
import { Check, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { connectPath } from '../../../app/connect-return.ts'
import { AccountAvatar } from '../../../components/account-avatar.tsx'
import { ButtonLink } from '../../../components/button.tsx'
import { Link } from '../../../components/link.tsx'
import styles from './accounts.module.css'

export interface AccountChoiceProps {
  accounts: readonly ConnectedAccount[]
  selectedIds: readonly string[]
  error: string | null
  onChange(chosen: string[]): void
  /** The account of an existing post can't change. */
  isFixed: boolean
  onLeave(): void
}

/** The accounts to post to, of any platforms. */
export function AccountChoice({ accounts, selectedIds, error, onChange, isFixed, onLeave }: AccountChoiceProps) {
  const id = useId()
  if (accounts.length === 0) return <NoAccounts onLeave={onLeave} error={error} />
  const toggle = (account: string, isOn: boolean) =>
    onChange(isOn ? [...selectedIds, account] : selectedIds.filter((one) => one !== account))
  return (
    <fieldset className={styles.choice} aria-describedby={error ? `${id}-error` : undefined} data-problem={error ? '' : undefined}>
      <legend className={styles.label}>Post to</legend>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.id}>
            <label className={styles.account}>
              <input
                type="checkbox"
                className={styles.check}
                checked={selectedIds.includes(account.id)}
                disabled={isFixed}
                aria-label={`@${account.username}, ${PLATFORMS[account.platform].label}${connectionProblem(account) === null ? '' : ', reconnect needed'}`}
                onChange={(event) => toggle(account.id, event.target.checked)}
              />
              <AccountAvatar account={account} size={32} />
              <span className={styles.words}>
                <span className={styles.name}>@{account.username}</span>
                <span className={styles.platform} data-platform={account.platform}>
                  {PLATFORMS[account.platform].label}
                </span>
              </span>
              <span className={styles.mark} aria-hidden="true">
                <Check />
              </span>
            </label>
            {connectionProblem(account) !== null && (
              <p className={styles.reconnect}>
                <TriangleAlert aria-hidden="true" />
                {connectionProblem(account)}{' '}
                <Link to={connectPath()} onClick={onLeave}>
                  Reconnect
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Why the connected account can't post; null if it can. */
function connectionProblem(account: ConnectedAccount): string | null {
  if (account.state === 'reconnect') return `${PLATFORMS[account.platform].label} no longer accepts this connection.`
  return mayPublish(account) ? null : 'This account was connected without permission to post.'
}

function NoAccounts({ error, onLeave }: Pick<AccountChoiceProps, 'error' | 'onLeave'>) {
  return (
    <div className={styles.none} data-problem={error ? '' : undefined}>
      <p className={styles.noneTitle}>No accounts connected yet</p>
      <p className={styles.hint}>Connect a {LABELS} account to post this slideshow.</p>
      <ButtonLink to={connectPath()} size="small" onClick={onLeave}>
        Connect an account
      </ButtonLink>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const LABELS = new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.values(PLATFORMS).map(({ label }) => label))
