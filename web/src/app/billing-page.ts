import { errorText, toApiError } from '../api/api-error.ts'
import { billingCalls, type BillingPage } from '../api/billing-calls.ts'
import { showErrorBanner } from './message-banner.tsx'
import { paths } from './paths.ts'

const LOADING_TEXTS: Record<BillingPage, string> = { checkout: 'Opening the payment page...', portal: 'Opening your subscription...' }

/** Opens a tab within the click event, as popup blockers require; null if blocked. It has no access to this page. */
function openTab(text: string): Window | null {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  tab.document.documentElement.style.colorScheme = 'light dark'
  tab.document.title = text
  tab.document.body.textContent = text
  return tab
}

/** Opens a page of the payment provider in a new tab, or in this one if the browser blocks tabs. Throws an ApiError. */
export async function openBillingPage(kind: BillingPage): Promise<void> {
  const tab = openTab(LOADING_TEXTS[kind])
  const go = (url: string) => (tab ? tab.location.replace(url) : location.assign(url))
  try {
    go((await billingCalls.page(kind)).url)
  } catch (error) {
    // The pricing page tells users without a subscription so.
    if (kind === 'portal' && toApiError(error).code === 'BILLING_NONE') return go(`${location.origin}${paths.pricing}#manage`)
    tab?.close()
    throw error
  }
}

/** The action of every 'Manage Subscription' button. */
export async function manageSubscription(): Promise<void> {
  try {
    await openBillingPage('portal')
  } catch (error) {
    showErrorBanner(errorText(error))
  }
}
