import type { Me } from '@ninesixteen/shared/api/account'
import { useState } from 'react'
import { useLiveChanges } from '../../app/live-changes.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import { requestMe, go } from '../../app/visitor.ts'
import { endMessage } from './plan-texts.ts'
import { ManageSubscription, useBillingPage, useBillingState } from './subscription.tsx'

/** Query parameter of the return from a payment. */
const PAID = 'paid'

/** For users without a plan: how to subscribe. */
export function GetPro({ me }: { me: Me }) {
  const state = useBillingState(me)
  const { isOpening, error, open } = useBillingPage('checkout')
  useLiveChanges('plan', () => void openStudioWithPlan())
  const [isPaying, setPaying] = useState(() => new URLSearchParams(location.search).has(PAID))
  const end = state ? endMessage(state) : null
  // An unpaid subscription is paid in the portal: a second one would be charged as well.
  const isUnpaid = state?.canManage === true && state.subscription.state === 'ended' && state.subscription.why === 'unpaid'
  const label = isPaying ? 'Open the payment page again' : 'Get Pro'
  return (
    <>
      {end !== null && <Notice kind="warn">{end}</Notice>}
      {isPaying && (
        <Notice kind="info">Waiting for your payment. The studio opens as soon as it arrives; a bank debit can take a few days.</Notice>
      )}
      {isUnpaid ? (
        <ManageSubscription isPrimary />
      ) : (
        <Button
          variant={isPaying ? 'secondary' : 'primary'}
          size="large"
          wide
          busy={isOpening}
          onClick={() => void open().then((isOpen) => isOpen && setPaying(true))}
        >
          {isOpening ? 'Opening...' : label}
        </Button>
      )}
      {error !== null && <Notice kind="bad">{error}</Notice>}
      {state?.canManage && !isUnpaid && <ManageSubscription />}
      <p>
        For <strong>{me.email}</strong>. Cancel anytime: you keep Pro until the end of the month you paid for.
      </p>
      <p>
        Your data is yours without a plan, too. Download it or delete your account under <Link to={paths.account}>Account</Link>.
      </p>
    </>
  )
}

/** Opens the studio as soon as the plan is active. */
async function openStudioWithPlan(): Promise<void> {
  try {
    const me = await requestMe()
    if (me?.proPlan) await go(paths.studio)
  } catch (error) {
    // Retried with the next change, and when the page becomes visible.
    console.info('Your plan could not be loaded.', error)
  }
}
