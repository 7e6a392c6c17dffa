import type { Me } from '@ninesixteen/shared/api/account'
import type { BillingState } from '@ninesixteen/shared/api/billing'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { billingCalls, type BillingPage } from '../../api/billing-calls.ts'
import { openBillingPage } from '../../app/billing-page.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'

/** The state of a user's plan, reloaded when `me` changes; undefined until loaded, and after a failure. */
export function useBillingState(me: Me): BillingState | undefined {
  const [state, setState] = useState<BillingState>()
  useEffect(() => {
    let isCurrent = true
    billingCalls.state().then(
      (read) => isCurrent && setState(read),
      (error: unknown) => console.info('Your plan could not be loaded.', error),
    )
    return () => void (isCurrent = false)
  }, [me])
  return state
}

/** Opens a page of the payment provider. `open` resolves to whether it opened; otherwise `error` says why. */
export function useBillingPage(which: BillingPage) {
  const [isOpening, setOpening] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function open(): Promise<boolean> {
    setOpening(true)
    setError(null)
    try {
      await openBillingPage(which)
      return true
    } catch (thrown) {
      setError(errorText(thrown))
      return false
    } finally {
      setOpening(false)
    }
  }
  return { isOpening, error, open }
}

/** Opens the payment provider's page to cancel, pay or review the subscription. */
export function ManageSubscription({ isPrimary = false }: { isPrimary?: boolean }) {
  const { isOpening, error, open } = useBillingPage('portal')
  return (
    <>
      <Button variant={isPrimary ? 'primary' : 'secondary'} size="large" wide busy={isOpening} onClick={() => void open()}>
        {isOpening ? 'Opening...' : 'Manage Subscription'}
      </Button>
      {error !== null && <Notice kind="bad">{error}</Notice>}
    </>
  )
}
