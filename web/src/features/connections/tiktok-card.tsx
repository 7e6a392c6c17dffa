import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../components/button.tsx'
import { AccountRow } from './account-row.tsx'
import { PlatformCard } from './platform-card.tsx'
import { PendingNotice } from './pending-notice.tsx'
import { SetupDialog } from './setup-dialog.tsx'
import { usePlatformAccounts } from './use-accounts.ts'

/** Settings, Accounts: any number of TikTok accounts. */
export function TiktokCard() {
  const navigate = useNavigate()
  const { accounts, loading, failed, state } = usePlatformAccounts('tiktok')
  const [isSettingUp, setSettingUp] = useState(false)
  const add = () => (accounts.length > 0 ? setSettingUp(true) : void navigate(paths.tiktokLogin))
  return (
    <PlatformCard
      id="tiktok-accounts"
      title="TikTok accounts"
      count={accounts.length}
      loading={loading}
      failed={failed}
      state={state}
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
