import { Navigate } from 'react-router'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../app/paths.ts'
import { useMe } from '../app/session.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { Page } from '../components/page.tsx'
import { SecuritySettings } from '../features/security/security-settings.tsx'
import { AccountSettings } from '../features/settings/account-settings.tsx'

/** The account page of users without a plan, who can download and delete their data. With a plan, it is in the settings. */
export function AccountPage() {
  const { data: me, isPending, isFetching, refetch } = useMe()
  if (isPending) return <LoadingScreen text="Loading your account..." />
  if (me === null) return <Navigate to={paths.auth} replace />
  if (!me)
    return (
      <EmptyState
        level={1}
        title="We couldn't load your account"
        ghost="none"
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        The server did not answer. Nothing was changed.
      </EmptyState>
    )
  if (me.proPlan) return <Navigate to={paths.settingsAccount} replace />
  return (
    <Page title="Account" subtitle={`Signed in as ${me.email}, without Pro`} width="narrow">
      <PageTitle>Account</PageTitle>
      <AccountSettings>
        <SecuritySettings />
      </AccountSettings>
    </Page>
  )
}
