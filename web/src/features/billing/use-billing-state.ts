import type { Me } from '@ninesixteen/shared/api/account'
import type { BillingState } from '@ninesixteen/shared/api/billing'
import { useEffect, useState } from 'react'
import { billingCalls } from '../../api/billing-calls.ts'

/** What the server says of a person's plan, whenever that may have changed; undefined until it does, and where it cannot. */
export function useBillingState(me: Me): BillingState | undefined {
  const [state, setState] = useState<BillingState>()
  useEffect(() => {
    let isMeant = true
    billingCalls.state().then(
      (read) => isMeant && setState(read),
      (cause: unknown) => console.info('Your plan could not be loaded.', cause),
    )
    return () => void (isMeant = false)
  }, [me])
  return state
}
