import { expect, request, type APIRequestContext } from '@playwright/test'
import { apiHeaders, productOrigin } from './product.ts'

/** As the settings of the journeys' product name them. */
const OPERATOR = { email: 'operator@example.org', password: 'vertical slides 916' }

/** The operator of a product, created by the first journey that needs it. */
export async function signInAsOperator(over: APIRequestContext, origin = productOrigin()): Promise<void> {
  const send = (path: string) =>
    over.post(`${origin}/api/auth/${path}/email`, { headers: { origin }, data: { ...OPERATOR, name: 'Operator' } })
  if (!(await send('sign-up')).ok()) expect((await send('sign-in')).status()).toBe(200)
}

interface OperatorSession {
  over: APIRequestContext
  headers: Record<string, string>
}

async function openOperatorSession(): Promise<OperatorSession> {
  // From an address of its own: it must not use up a journey's share of the rate limits.
  const over = await request.newContext({ baseURL: productOrigin(), extraHTTPHeaders: { 'x-forwarded-for': '10.251.0.1' } })
  await signInAsOperator(over)
  return { over, headers: await apiHeaders(over) }
}

let operatorSession: Promise<OperatorSession> | undefined

/** Gives a user the Pro plan, like the operator page. */
export async function grantPlan(userId: string): Promise<void> {
  operatorSession ??= openOperatorSession()
  const { over, headers } = await operatorSession
  // Its connection stays open between journeys, and the server may close it just before its next use.
  const reply = await over.put(`/api/v1/operator/people/${userId}/plan`, { headers, data: { isGranted: true }, maxRetries: 2 })
  expect(reply.status(), await reply.text()).toBe(200)
}
