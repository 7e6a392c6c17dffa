import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { useState } from 'react'
import { paths } from '../../app/paths.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { useMe } from '../../app/session.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import { AccountAvatar } from '../../components/account-avatar.tsx'
import { connectionProblem } from './account-row.tsx'
import styles from './accounts.module.css'
import pageStyles from './connection-page.module.css'
import { ConnectionPage, SandboxLine } from './connection-page.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { usePlatformAccounts, useStart } from './use-accounts.ts'

/** The page before TikTok's consent page. `force` adds another account. */
export function TiktokLogin({ force }: { force: boolean }) {
  const { data: me, isPending } = useMe()
  const { accounts, loading } = usePlatformAccounts('tiktok', me?.proPlan === true)
  const isSandbox = usePublicConfig().sandbox.platforms.includes('tiktok')
  const { start, busy, problem } = useStart('tiktok', { quiet: true })
  const isConnected = accounts.length > 0 && !force
  const title = force ? 'Add Another TikTok Account' : isConnected ? 'TikTok Connected!' : 'Connect to TikTok'
  const isFree = me?.proPlan === false
  // Title and buttons depend on the connected accounts.
  if (!force && (isPending || loading)) return <ConnectionPage tab="TikTok" title="Connect to TikTok" sign="busy" />
  return (
    <ConnectionPage
      tab="TikTok"
      title={title}
      sign={isConnected ? 'ok' : 'none'}
      actions={
        <>
          {!isConnected && (
            <Button variant="primary" size="large" wide busy={busy} disabled={isPending || isFree} onClick={() => void start({ force })}>
              {busy ? 'Connecting...' : force ? 'Add TikTok Account' : 'Connect TikTok Account'}
            </Button>
          )}
          {isConnected && <Connected accounts={accounts} />}
          <ButtonLink size="large" wide variant="ghost" to={paths.home}>
            Back to Settings
          </ButtonLink>
        </>
      }
    >
      {!isConnected && (
        <p>
          {force
            ? 'TikTok asks you to sign in again. Make sure the new account is the one signed in there.'
            : 'TikTok asks you to allow two things: seeing who you are, and publishing the posts you schedule. You can revoke both at any time.'}
        </p>
      )}
      {isSandbox && <SandboxLine platform="TikTok" />}
      {isFree && (
        <Notice kind="info">
          Connecting accounts is part of the <Link to={paths.pricing}>Pro plan</Link>.
        </Notice>
      )}
      {problem && (
        <div className={pageStyles.problem}>
          <Notice kind="bad">
            <strong>Authentication Error</strong>
            <br />
            {problem}
          </Notice>
        </div>
      )}
    </ConnectionPage>
  )
}

function Connected({ accounts }: { accounts: ConnectedAccount[] }) {
  return (
    <ul className={pageStyles.connected}>
      {accounts.map((account) => (
        <ConnectedRow key={account.id} account={account} isOnly={accounts.length === 1} />
      ))}
    </ul>
  )
}

function ConnectedRow({ account, isOnly }: { account: ConnectedAccount; isOnly: boolean }) {
  const [isConfirming, setConfirming] = useState(false)
  const problem = connectionProblem(account)
  const label = 'Disconnect TikTok Account'
  return (
    <li className={styles.account}>
      <AccountAvatar account={account} />
      <div className={styles.words}>
        <p className={styles.username}>@{account.username}</p>
        {problem && (
          <p className={styles.lack}>
            {problem} <Link to={paths.settingsAccounts}>Reconnect in Settings</Link>
          </p>
        )}
      </div>
      <Button size="small" aria-label={isOnly ? undefined : `${label} @${account.username}`} onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <DisconnectDialog account={account} open={isConfirming} onOpenChange={setConfirming} />
    </li>
  )
}
