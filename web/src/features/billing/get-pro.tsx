import type { Me } from '@ninesixteen/shared/api/account'
import { useState } from 'react'
import { useLiveChanges } from '../../app/live-changes.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import { askWhoIsSignedIn, go } from '../../app/visitor.ts'
import { ManageSubscription } from './manage-subscription.tsx'
import { wordsOfEnd } from './plan-words.ts'
import { useBillingPage } from './use-billing-page.ts'
import { useBillingState } from './use-billing-state.ts'

/** Whoever has paid comes back with this in the address. */
const PAID = 'paid'

/** For who is signed in and has no plan: the way to pay for one. */
export function GetPro({ me }: { me: Me }) {
  const state = useBillingState(me)
  const { isOpening, error, open } = useBillingPage('checkout')
  useLiveChanges('plan', () => void look())
  const [isPaying, setPaying] = useState(() => new URLSearchParams(location.search).has(PAID))
  const end = state ? wordsOfEnd(state) : null
  // What stands and is unpaid is paid where it stands: of two subscriptions both would be paid.
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
        Your data is yours without a plan, too: download it, or delete the account, under <Link to={paths.account}>Account</Link>.
      </p>
    </>
  )
}

/** On to the studio as soon as the plan is there. */
async function look(): Promise<void> {
  try {
    const me = await askWhoIsSignedIn()
    if (me?.proPlan) await go(paths.studio)
  } catch (cause) {
    // Asked anew with the next change, and when the page is looked at.
    console.info('Your plan could not be loaded.', cause)
  }
}
