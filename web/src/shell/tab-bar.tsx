import { CalendarClock, CalendarRange, Images, Lightbulb, PenLine, Sparkles } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '../components/link.tsx'
import { STUDIO_PANES, paneOf, useStudioAddress, type StudioPane } from '../app/open-project.ts'
import { paths } from '../app/paths.ts'
import { useSearchParams } from '../app/search-params.ts'
import { useCovers } from '../components/use-covers.ts'
import styles from './tab-bar.module.css'

const paneTabs: Record<StudioPane, { label: string; Icon: typeof PenLine }> = {
  create: { label: 'Create', Icon: Sparkles },
  edit: { label: 'Edit', Icon: PenLine },
  ideas: { label: 'Ideas', Icon: Lightbulb },
}

/** On phones: the three columns of the studio and the other views, one at a time. */
export function TabBar() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const inStudio = pathname === paths.studio
  const paneLink = useStudioAddress()
  const others = [
    { to: paths.library, label: 'Library', Icon: Images, on: pathname === paths.library || pathname === paths.photos },
    { to: paths.scheduler, label: 'Schedule', Icon: CalendarClock, on: pathname === paths.scheduler },
    { to: paths.contentPlan, label: 'Plan', Icon: CalendarRange, on: pathname === paths.contentPlan },
  ]
  const tabs = [
    ...STUDIO_PANES.map((pane) => ({ to: paneLink(pane), on: inStudio && paneOf(search) === pane, ...paneTabs[pane] })),
    ...others,
  ]
  return (
    <nav ref={useCovers('bottom')} aria-label="Sections" className={styles.bar}>
      {tabs.map(({ to, label, Icon, on }) => (
        <Link key={label} to={to} className={styles.tab} aria-current={on ? 'page' : undefined}>
          <Icon aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  )
}
