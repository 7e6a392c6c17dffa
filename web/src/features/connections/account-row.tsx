import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import styles from './accounts.module.css'
import { AccountAvatar } from '../../components/account-avatar.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { useStart } from './use-accounts.ts'
import { mayPublish, PLATFORMS } from '@ninesixteen/shared/platforms'

/** One connected account with its state, and buttons to reconnect and disconnect it. */
export function AccountRow({ account, force }: { account: ConnectedAccount; force: boolean }) {
  const [isConfirming, setConfirming] = useState(false)
  const { start, busy } = useStart(account.platform)
  const problem = connectionProblem(account)
  return (
    <li className={styles.account}>
      <AccountAvatar account={account} />
      <div className={styles.words}>
        <p className={styles.username}>@{account.username}</p>
        <p className={styles.since}>Connected {shownDay(new Date(account.connectedAt))}</p>
        {problem && <p className={styles.lack}>{problem}</p>}
      </div>
      {problem === null ? (
        <span className={styles.active}>Active</span>
      ) : (
        <Button size="small" icon={<RefreshCw aria-hidden="true" />} busy={busy} onClick={() => void start({ force })}>
          {busy ? 'Connecting...' : `Reconnect @${account.username}`}
        </Button>
      )}
      <IconButton size="small" label={`Disconnect @${account.username}`} icon={<Trash2 />} onClick={() => setConfirming(true)} />
      <DisconnectDialog account={account} open={isConfirming} onOpenChange={setConfirming} />
    </li>
  )
}

/** Why an account cannot publish; null if it can. */
export function connectionProblem(account: ConnectedAccount): string | null {
  const { label } = PLATFORMS[account.platform]
  if (account.state === 'reconnect') return `${label} no longer accepts this connection.`
  return mayPublish(account) ? null : `Connected without permission to post. Reconnect, and keep that box checked at ${label}.`
}
