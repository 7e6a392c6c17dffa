import { paths } from '../../app/paths.ts'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { AccountRow } from './account-row.tsx'
import { PlatformCard } from './platform-card.tsx'
import { usePlatformAccounts, useStart } from './use-accounts.ts'

/** Settings, Accounts: one Tumblr account. */
export function TumblrCard() {
  const platformAccounts = usePlatformAccounts('tumblr')
  const { accounts, loading } = platformAccounts
  const { start, busy } = useStart('tumblr')
  const isConnected = accounts.length > 0
  return (
    <PlatformCard
      id="tumblr-accounts"
      title="Tumblr accounts"
      platformAccounts={platformAccounts}
      empty="To publish posts, and to use photos of the blogs you follow as backgrounds."
      action={
        <Button disabled={loading || isConnected} busy={busy} onClick={() => void start({ force: false })}>
          {busy ? 'Connecting...' : isConnected ? 'Account Connected' : 'Connect'}
        </Button>
      }
      hint={
        isConnected && (
          <>
            Link the blogs you follow to your companies in the <Link to={paths.photos}>Photo Library</Link>, and their photos become
            backgrounds for that company.
          </>
        )
      }
    >
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} force={false} />
      ))}
    </PlatformCard>
  )
}
