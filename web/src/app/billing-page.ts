import { errorText, toApiError } from '../api/api-error.ts'
import { billingCalls, type BillingPage } from '../api/billing-calls.ts'
import { showErrorBanner } from './message-banner.tsx'
import { paths } from './paths.ts'

const WORDS: Record<BillingPage, string> = { checkout: 'Opening the payment page...', portal: 'Opening your subscription...' }

/** A tab opened by the click itself, which browsers allow; null where they do not. What is shown there later knows nothing of this page. */
function openTab(words: string): Window | null {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  tab.document.documentElement.style.colorScheme = 'light dark'
  tab.document.title = words
  tab.document.body.textContent = words
  return tab
}

/** Opens a page of the provider of payments in a new tab; where tabs are kept from opening, in this one. Throws an ApiError. */
export async function openBillingPage(which: BillingPage): Promise<void> {
  const tab = openTab(WORDS[which])
  const go = (url: string) => (tab ? tab.location.replace(url) : location.assign(url))
  try {
    go((await billingCalls.page(which)).url)
  } catch (cause) {
    // Who pays for nothing is told so where plans are explained.
    if (which === 'portal' && toApiError(cause).code === 'BILLING_NONE') return go(`${location.origin}${paths.pricing}#manage`)
    tab?.close()
    throw cause
  }
}

/** 'Manage Subscription', wherever it stands. */
export async function manageSubscription(): Promise<void> {
  try {
    await openBillingPage('portal')
  } catch (cause) {
    showErrorBanner(errorText(cause))
  }
}
