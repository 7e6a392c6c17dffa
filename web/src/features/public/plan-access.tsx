import type { Me } from '@ninesixteen/shared/api/account'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { showErrorBanner } from '../../app/error-banner.tsx'
import { paths } from '../../app/paths.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import { askWhoIsSignedIn, go, useVisitor } from '../../site/visitor.ts'
import styles from './pricing.module.css'

function WaitingForPro({ me }: { me: Me }) {
  const isAsking = useVisitor((state) => state.isAsking)
  const [checked, setChecked] = useState(false)
  async function check() {
    try {
      const now = await askWhoIsSignedIn()
      if (now?.proPlan) await go(paths.studio)
      setChecked(true)
    } catch (cause) {
      showErrorBanner(errorText(cause))
    }
  }
  return (
    <>
      <p>
        You are signed in as <strong>{me.email}</strong>. On the machine that runs this server, its operator opens the studio for you with:
      </p>
      <code className={styles.command}>npm run plan -- grant {me.email}</code>
      <Button variant="primary" size="large" wide busy={isAsking} onClick={() => void check()}>
        {isAsking ? 'Checking...' : 'I have Pro now'}
      </Button>
      {checked && !isAsking && <Notice kind="info">Not yet: this account is still on the free plan.</Notice>}
      <p>
        Your data is yours without a plan, too: download it, or delete the account, under <Link to={paths.account}>Account</Link>.
      </p>
    </>
  )
}

/** How a person gets Pro on a self-hosted server, for whoever is looking. */
export function PlanAccess() {
  const me = useVisitor((state) => state.me)
  return (
    <div id="manage" className={styles.access}>
      {me?.proPlan && (
        <>
          <p>
            <strong>{me.email}</strong> is on the Pro plan. The operator of this server manages it; there is no subscription to cancel.
          </p>
          <ButtonLink to={paths.studio} variant="primary" size="large" wide>
            Open Content Studio
          </ButtonLink>
        </>
      )}
      {me && !me.proPlan && <WaitingForPro me={me} />}
      {!me && (
        <>
          <p>
            Checkout comes with billing. Until then the operator of this server grants Pro to an account with one command, at no charge.
            Sign in first, and this card shows it.
          </p>
          <ButtonLink to={paths.auth} variant="primary" size="large" wide>
            Sign In
          </ButtonLink>
        </>
      )}
    </div>
  )
}
