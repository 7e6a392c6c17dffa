import { CircleAlert, CircleCheck, FlaskConical } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { Mark } from '../../components/mark.tsx'
import { PageTitle } from '../../app/page-title.tsx'
import { connectPath, storedReturn, storeReturn } from '../../app/connect-return.ts'
import { paths } from '../../app/paths.ts'
import styles from './connection-page.module.css'
import { useNavigate } from 'react-router'

export interface ConnectionPageProps {
  /** Title of the browser tab. */
  tab: string
  title: string
  sign?: 'ok' | 'bad' | 'busy' | 'none'
  children?: ReactNode
  actions?: ReactNode
}

const SIGNS = {
  ok: <CircleCheck aria-hidden="true" className={styles.ok} />,
  bad: <CircleAlert aria-hidden="true" className={styles.bad} />,
  busy: (
    <span className={styles.busy}>
      <Mark size={40} />
    </span>
  ),
  none: null,
}

/** A page on the way to or from a platform: one centred message. */
export function ConnectionPage({ tab, title, sign = 'none', children, actions }: ConnectionPageProps) {
  return (
    <main className={styles.page} aria-busy={sign === 'busy' || undefined}>
      <PageTitle>{tab}</PageTitle>
      <div className={styles.inner}>
        <div className={styles.words} role={sign === 'bad' ? 'alert' : 'status'}>
          {SIGNS[sign]}
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </main>
  )
}

interface NextStep {
  label: string
  to: string
}

const toSettings = (): NextStep => ({ label: 'Back to Settings', to: connectPath(storedReturn()?.to) })

/** A failed authorization, with one link to continue. */
export function FailedConnection({ tab, onward = toSettings(), children }: { tab: string; onward?: NextStep; children: ReactNode }) {
  return (
    <ConnectionPage
      tab={tab}
      title="Connection Failed"
      sign="bad"
      actions={
        <ButtonLink variant="primary" size="large" wide to={onward.to}>
          {onward.label}
        </ButtonLink>
      }
    >
      {children}
    </ConnectionPage>
  )
}

/** Says that the platform is a sandbox. */
export function SandboxLine({ platform }: { platform: string }) {
  return (
    <p className={styles.sandbox}>
      <FlaskConical aria-hidden="true" />
      Sandbox: an imitation of {platform} on this machine. No real account is used.
    </p>
  )
}

/** Navigates back to where the user wanted to connect an account, else to the accounts, `afterMs` after `isReady` becomes true. */
export function useLeave(isReady: boolean, afterMs: number): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => {
      const back = storedReturn()
      storeReturn(null)
      void navigate(back?.to ?? paths.settingsAccounts, { replace: true })
    }, afterMs)
    return () => clearTimeout(timer)
  }, [isReady, afterMs, navigate])
}
