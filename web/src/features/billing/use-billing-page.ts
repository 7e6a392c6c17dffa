import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import type { BillingPage } from '../../api/billing-calls.ts'
import { openBillingPage } from '../../app/billing-page.ts'

/** Opens a page of the provider of payments, and keeps the words for why it could not be. */
export function useBillingPage(which: BillingPage) {
  const [isOpening, setOpening] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** Whether it is open. */
  async function open(): Promise<boolean> {
    setOpening(true)
    setError(null)
    try {
      await openBillingPage(which)
      return true
    } catch (cause) {
      setError(errorText(cause))
      return false
    } finally {
      setOpening(false)
    }
  }
  return { isOpening, error, open }
}
