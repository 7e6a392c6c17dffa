import { ExternalLink, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../components/button.tsx'
import { AccountRow } from './account-row.tsx'
import { PlatformCard } from './platform-card.tsx'
import { PendingNotice } from './pending-notice.tsx'
import { usePlatformAccounts } from './use-accounts.ts'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import styles from './accounts.module.css'

/** Settings, Accounts: any number of TikTok accounts. */
export function TiktokCard() {
  const navigate = useNavigate()
  const platformAccounts = usePlatformAccounts('tiktok')
  const { accounts, loading } = platformAccounts
  const [isSettingUp, setSettingUp] = useState(false)
  const add = () => (accounts.length > 0 ? setSettingUp(true) : void navigate(paths.tiktokLogin))
  return (
    <PlatformCard
      id="tiktok-accounts"
      title="TikTok accounts"
      platformAccounts={platformAccounts}
      empty="To publish slideshows as photo posts. Several accounts can be connected."
      action={
        <Button icon={<Plus aria-hidden="true" />} disabled={loading} onClick={add}>
          Add Account
        </Button>
      }
      above={<PendingNotice platform="tiktok" />}
    >
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} force={accounts.length > 1} />
      ))}
      <SetupDialog open={isSettingUp} onOpenChange={setSettingUp} />
    </PlatformCard>
  )
}

/** Only the user can sign out there. */
const PLATFORM_URL = 'https://www.tiktok.com'

/** Before adding a second account: the platform connects the account signed in there, so the user must switch first. */
function SetupDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Multiple TikTok Account Setup"
      description="TikTok connects the account that is signed in to your browser. To add another one, switch accounts there first:"
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" onClick={() => void navigate(paths.tiktokLoginForced)}>
            Continue Adding Account
          </Button>
        </>
      }
    >
      <ol className={styles.steps}>
        <li>
          <a href={PLATFORM_URL} target="_blank" rel="noopener noreferrer">
            Open TikTok in a new tab
            <ExternalLink aria-hidden="true" />
          </a>
        </li>
        <li>Log out of the account that is signed in there</li>
        <li>
          Log into the <strong>NEW</strong> account that you want to add
        </li>
        <li>Come back here and click Continue</li>
      </ol>
    </Dialog>
  )
}
