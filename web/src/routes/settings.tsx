import { Building2, Link2, Palette, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageTitle } from '../app/page-title.tsx'
import { useSearchParams } from '../app/search-params.ts'
import { Page } from '../components/page.tsx'
import { Tabs } from '../components/tabs.tsx'
import { ApiKeys } from '../features/api-keys/api-keys.tsx'
import { CompanyManagement } from '../features/companies/company-management.tsx'
import { PlatformCards } from '../features/connections/platform-cards.tsx'
import { AccountConnections } from '../features/settings/account-connections.tsx'
import { SecuritySettings } from '../features/security/security-settings.tsx'
import { AccountSettings } from '../features/settings/account-settings.tsx'
import { NewSlideshows } from '../features/settings/new-slideshows.tsx'
import { NotificationMails } from '../features/settings/notification-mails.tsx'
import { AppearanceSettings } from '../features/settings/appearance-settings.tsx'
import { Webhooks } from '../features/webhooks/webhooks.tsx'
import styles from './settings.module.css'

type SettingsTab = 'general' | 'accounts' | 'appearance' | 'account'

/** `api-keys` is an alias of the accounts tab; `webhooks`, which notifications link to, is a part of the profile. */
function tabOf(tab: string | null): SettingsTab {
  if (tab === 'accounts' || tab === 'api-keys') return 'accounts'
  if (tab === 'webhooks') return 'account'
  return tab === 'appearance' || tab === 'account' ? tab : 'general'
}

export function SettingsPage() {
  const [search, setSearch] = useSearchParams()
  const panel = (content: ReactNode) => <div className={styles.panel}>{content}</div>
  const accounts = (
    <AccountConnections>
      <PlatformCards />
    </AccountConnections>
  )
  const account = (
    <AccountSettings>
      <SecuritySettings />
      <ApiKeys />
      <Webhooks />
    </AccountSettings>
  )
  const general = (
    <>
      <CompanyManagement />
      <NewSlideshows />
      <NotificationMails />
    </>
  )
  return (
    <Page title="Settings" width="narrow">
      <PageTitle>Settings</PageTitle>
      <Tabs<SettingsTab>
        label="Settings"
        value={tabOf(search.get('tab'))}
        onChange={(tab) => setSearch(() => new URLSearchParams({ tab }), { replace: true })}
        items={[
          { value: 'general', label: 'General', icon: <Building2 />, content: panel(general) },
          { value: 'accounts', label: 'Accounts', icon: <Link2 />, content: panel(accounts) },
          { value: 'appearance', label: 'Appearance', icon: <Palette />, content: panel(<AppearanceSettings />) },
          { value: 'account', label: 'Profile', icon: <UserRound />, content: panel(account) },
        ]}
      />
    </Page>
  )
}
