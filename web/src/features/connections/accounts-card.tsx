import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { Plus } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { AccountRow } from './account-row.tsx'
import { PlatformCard } from './platform-card.tsx'
import { usePlatformAccounts, useStart } from './use-accounts.ts'

/** Settings, Accounts: any number of accounts of a platform. `empty` says what connecting is for. */
export function AccountsCard({ platform, empty }: { platform: PlatformId; empty: string }) {
  const platformAccounts = usePlatformAccounts(platform)
  const { accounts, loading, state } = platformAccounts
  const { start, busy } = useStart(platform)
  const hasAccounts = accounts.length > 0
  const isFull = accounts.length >= PLATFORMS[platform].accountsMax
  return (
    <PlatformCard
      id={`${platform}-accounts`}
      title={`${PLATFORMS[platform].label} accounts`}
      platformAccounts={platformAccounts}
      empty={empty}
      action={
        <Button
          icon={<Plus aria-hidden="true" />}
          disabled={loading || isFull || state?.ready === false}
          busy={busy}
          onClick={() => void start({ force: hasAccounts })}
        >
          {busy ? 'Connecting...' : 'Add Account'}
        </Button>
      }
    >
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} force={accounts.length > 1} />
      ))}
    </PlatformCard>
  )
}
