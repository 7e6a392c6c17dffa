import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { useLocation } from 'react-router'
import { CalendarClock, CalendarRange, Images, LayoutTemplate, Settings } from 'lucide-react'
import type { Me } from '@ninesixteen/shared/api/account'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { Button } from '../components/button.tsx'
import { Link, type LinkProps } from '../components/link.tsx'
import { Mark } from '../components/mark.tsx'
import { Tooltip } from '../components/tooltip.tsx'
import { Bell } from './notification-bell.tsx'
import { RunIndicator } from './run-indicator.tsx'
import { useStudioAddress } from '../app/open-project.ts'
import { paths } from '../app/paths.ts'
import { WriterLabel } from '../app/writer-label.tsx'
import { useSignedIn, useSignOut } from '../app/session.ts'
import { useCovers } from '../components/use-covers.ts'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

/** Marks itself as current on its page, on pages below it, and on its page under `otherName`. */
function NavLink({ otherName, ...props }: LinkProps & { otherName?: string }) {
  const { pathname } = useLocation()
  const isCurrent = [props.to.replace(/\?.*/, ''), otherName].some(
    (path) => path === pathname || (path !== undefined && pathname.startsWith(`${path}/`)),
  )
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />
}

function Views() {
  const studio = useStudioAddress()
  const views = [
    { to: studio(), label: 'Content Studio', Icon: LayoutTemplate },
    { to: paths.library, otherName: paths.photos, label: 'Photo Library', Icon: Images },
    { to: paths.scheduler, label: 'Post Scheduler', Icon: CalendarClock },
    { to: paths.contentPlan, label: 'Content Plan', Icon: CalendarRange },
  ]
  return (
    <nav aria-label="Views" className={styles.views}>
      {views.map(({ label, Icon, ...names }) => (
        <NavLink key={label} {...names} className={styles.view} aria-label={label}>
          <Icon aria-hidden="true" />
          <span className={styles.viewName}>{label}</span>
        </NavLink>
      ))}
      <Tooltip label="Settings">
        <NavLink to={paths.settings} className={styles.view} aria-label="Settings">
          <Settings aria-hidden="true" />
        </NavLink>
      </Tooltip>
    </nav>
  )
}

function AccountControls({ me }: { me: Me }) {
  const signingOut = useSignOut()
  return (
    <>
      <RunIndicator />
      <Bell />
      <UserMenu me={me} />
      <Button variant="ghost" size="small" className={styles.signOut} busy={signingOut.busy} onClick={signingOut.run}>
        {signingOut.busy ? 'Signing out...' : 'Sign out'}
      </Button>
    </>
  )
}

export function TopBar() {
  const me = useSignedIn()
  const hasEnded = useSessionGate((state) => state.ended)
  return (
    <header ref={useCovers('top')} className={styles.bar}>
      <Link to={paths.home} className={styles.brand} aria-label={`${PRODUCT_NAME}, home`}>
        <Mark size={24} />
        <span className={styles.product}>{PRODUCT_NAME}</span>
      </Link>
      <Views />
      <div className={styles.end}>
        <WriterLabel className={styles.sandbox} />
        {hasEnded ? (
          <Button variant="primary" size="small" onClick={sessionGate.show}>
            Sign In
          </Button>
        ) : (
          <AccountControls me={me} />
        )}
      </div>
    </header>
  )
}
