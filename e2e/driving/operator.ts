import { expect, request, type APIRequestContext } from '@playwright/test'
import { fromItsPage, fromPageOf, productOrigin } from './product.ts'

/** As the settings of the journeys' product name them. */
const OPERATOR = { email: 'operator@example.org', password: 'vertical slides 916' }

/** The one operator of this product: made by whoever needs it first. */
export async function signInAsOperator(over: APIRequestContext): Promise<void> {
  const send = (path: string) => over.post(`/api/auth/${path}/email`, { headers: fromItsPage(), data: { ...OPERATOR, name: 'Operator' } })
  if (!(await send('sign-up')).ok()) expect((await send('sign-in')).status()).toBe(200)
}

interface Desk {
  over: APIRequestContext
  headers: Record<string, string>
}

async function openDesk(): Promise<Desk> {
  // From an address of its own: it must not use up a journey's share of the rate limits.
  const over = await request.newContext({ baseURL: productOrigin(), extraHTTPHeaders: { 'x-forwarded-for': '10.251.0.1' } })
  await signInAsOperator(over)
  return { over, headers: await fromPageOf(over) }
}

let desk: Promise<Desk> | undefined

/** Gives somebody the Pro plan, as the operator's page does. */
export async function grantPlan(userId: string): Promise<void> {
  desk ??= openDesk()
  const { over, headers } = await desk
  // Its connection is kept between journeys, and may be closed by the server just when it is used again.
  const reply = await over.put(`/api/v1/operator/people/${userId}/plan`, { headers, data: { isGranted: true }, maxRetries: 2 })
  expect(reply.status(), await reply.text()).toBe(200)
}
