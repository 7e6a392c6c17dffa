import { Activity, MailPlus, ScrollText, SlidersHorizontal, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from '../../app/search-params.ts'
import { Tabs } from '../../components/tabs.tsx'
import { InstanceState } from './instance-state.tsx'
import { InstanceSettings } from './instance-settings.tsx'
import { Invitations } from './invitations.tsx'
import { OperatorLog } from './operator-log.tsx'
import { UserTable } from './users.tsx'
import styles from './operator.module.css'

const TABS = ['people', 'invitations', 'settings', 'state', 'log'] as const
type OperatorTab = (typeof TABS)[number]

export function OperatorView() {
  const [search, setSearch] = useSearchParams()
  const panel = (content: ReactNode) => <div className={styles.panel}>{content}</div>
  return (
    <Tabs<OperatorTab>
      label="Operator"
      value={TABS.find((tab) => tab === search.get('tab')) ?? 'people'}
      onChange={(tab) => setSearch(() => new URLSearchParams({ tab }), { replace: true })}
      items={[
        { value: 'people', label: 'Users', icon: <Users />, content: panel(<UserTable />) },
        { value: 'invitations', label: 'Invitations', icon: <MailPlus />, content: panel(<Invitations />) },
        { value: 'settings', label: 'Settings', icon: <SlidersHorizontal />, content: panel(<InstanceSettings />) },
        { value: 'state', label: 'State', icon: <Activity />, content: panel(<InstanceState />) },
        { value: 'log', label: 'Log', icon: <ScrollText />, content: panel(<OperatorLog />) },
      ]}
    />
  )
}
