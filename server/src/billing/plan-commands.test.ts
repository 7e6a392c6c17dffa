import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { DAY, nowSeconds, sendAcceptedPayments, testPayer } from '../testing/payments.ts'
import { runProgram } from '../testing/program.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

let app: TestApp
beforeEach(async () => {
  await sandbox.reset()
  app = await startTestApp()
})

type Output = [exitCode: number | null, output: string]

/** Runs `npm run plan -- WORDS` as a separate process next to a running product. */
async function plan(words: string, env: Record<string, string> = {}): Promise<Output> {
  const { host, user, database } = app.connection
  const command = runProgram('cli/plan.ts', words.split(' '), {
    DATA_DIR: app.dataDir,
    DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`,
    SANDBOX: 'on',
    SANDBOX_PORT: new URL(sandbox.url).port,
    ...env,
  })
  return [await command.ended, command.output()]
}

const dayIn = (days: number) => new Date((nowSeconds() + days * DAY) * 1000).toISOString().slice(0, 10)
const rows = (query: string) => app.services.db.pool.query<Record<string, unknown>>(query).then((result) => result.rows)

describe('npm run plan -- check', () => {
  test('prints the price, the webhook URL and errors of the settings', { tags: ['long'] }, async () => {
    const [works, off] = await Promise.all([plan('check', { PUBLIC_URL: 'https://studio.example.org' }), plan('check', { BILLING: 'off' })])
    const events = 'Events are expected at https://studio.example.org/webhooks/stripe.'
    expect(works).toEqual([0, `The key works. Pro costs $20.00 per month (price_pro_month). ${events}\n`])
    expect(off).toEqual([1, 'Billing is off. Set STRIPE_SECRET_KEY, and leave BILLING unset. See .env.example.\n'])
    await sandbox.control('/faults', 'POST', { provider: 'stripe', next: [{ kind: '401' }] })
    expect(await plan('check')).toEqual([1, 'Stripe rejected STRIPE_SECRET_KEY. Check it in the Stripe dashboard.\n'])
  })
})

describe('npm run plan -- price', () => {
  test('announces a price once, in time, for the current product', { tags: ['long'] }, async () => {
    const from = dayIn(40)
    expect(await plan(`price 25.00 --from ${from}`)).toEqual([
      0,
      `Pro will cost $25.00 per month from ${from} on. While the product runs, it mails every subscriber.\n`,
    ])
    const [change] = await rows('select amount, currency, from_price, starts_at from billing_price_changes')
    expect(change).toMatchObject({ amount: 2500, currency: 'usd', from_price: 'price_pro_month', starts_at: new Date(from) })
    expect(await plan(`price 30.00 --from ${from}`)).toEqual([
      1,
      'Another price change is pending. Announce the next one after it has taken effect.\n',
    ])
  })

  test('changes nothing if the date is too soon, the price is the same or the arguments are invalid', { tags: ['long'] }, async () => {
    const usage = 'Usage: npm run plan -- price AMOUNT --from DAY, such as price 25.00 --from 2027-03-01\n'
    const outputs = await Promise.all([
      plan(`price 25.00 --from ${dayIn(29)}`),
      plan(`price 20.00 --from ${dayIn(40)}`),
      ...['25', '0.00', '-1.00', '25,00', '1e2'].map((amount) => plan(`price ${amount} --from ${dayIn(40)}`)),
      plan('price 25.00 --from 2027-02-31'),
    ])
    const soon = `Subscribers get 30 days' notice of a new price. Choose a day after ${dayIn(29)}.\n`
    expect(outputs).toEqual([[1, soon], [1, 'Pro already costs 20.00.\n'], ...Array.from({ length: 6 }, () => [1, usage])])
    expect(await rows('select * from billing_price_changes')).toEqual([])
  })
})

describe('npm run plan -- payments', () => {
  test('lists payments without an account and assigns one', { tags: ['long'] }, async () => {
    expect(await plan('payments')).toEqual([0, 'Every payment belongs to an account.\n'])
    const user = await app.buildUser({ pro: false })
    const payer = testPayer()
    await sendAcceptedPayments(app, payer.updated(), payer.completed(null, { email: 'payer@example.org' }))
    const listed = `${payer.customer}  ${dayIn(0)}  active  payer@example.org\nAssign a payment with: npm run plan -- assign CUSTOMER EMAIL\n`
    expect(await plan('payments')).toEqual([0, listed])

    const wrong = await Promise.all([
      plan(`assign ${payer.customer} nobody@example.org`),
      plan(`assign cus_none ${user.email}`),
      plan('assign'),
    ])
    expect(wrong.slice(0, 2)).toEqual([
      [1, 'There is no account with the email nobody@example.org.\n'],
      [1, "cus_none isn't an unassigned customer. List them with: npm run plan -- payments\n"],
    ])
    expect(wrong[2]?.[1]).toMatch(/^Usage: npm run plan -- grant EMAIL/)
    expect(await user.api('GET', '/me')).toMatchObject({ proPlan: false })

    expect(await plan(`assign ${payer.customer} ${user.email}`)).toEqual([0, `${payer.customer} now belongs to ${user.email}.\n`])
    expect(await user.api('GET', '/me')).toMatchObject({ proPlan: true })
    expect(await plan('payments')).toEqual([0, 'Every payment belongs to an account.\n'])
  })
})
