import type { BillingState } from '@ninesixteen/shared/api/billing'
import { errorFromResponse, toApiError } from './api-error.ts'
import { sessionFetch } from './expected-user.ts'

/** A plain fetch, because public pages have no typed client. Throws an ApiError. */
async function request<T>(path: string, method: 'GET' | 'POST'): Promise<T> {
  try {
    const reply = await sessionFetch(new Request(`${location.origin}/api/v1/billing${path}`, { method }))
    if (!reply.ok) throw await errorFromResponse(reply)
    const body: T = await reply.json()
    return body
  } catch (error) {
    throw toApiError(error)
  }
}

/** A page of the payment provider. */
export type BillingPage = 'checkout' | 'portal'

export const billingCalls = {
  state: () => request<BillingState>('', 'GET'),
  page: (kind: BillingPage) => request<{ url: string }>(`/${kind}`, 'POST'),
}
