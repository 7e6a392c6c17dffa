import type { Config } from '../config/config.ts'
import { ConfigError } from '../config-error.ts'
import type { Db } from '../db/db.ts'
import { createStripe, type StripeClient } from '../providers/stripe/client.ts'
import { PlatformError } from '../providers/platform-error.ts'
import { accountOf, grantPlan } from './grant-plan.ts'
import { announcePrice, NOTICE_DAYS } from './price-changes.ts'
import { fetchPrice, priceText, currentPrice } from './price.ts'
import { assignPayer, unassignedPayers } from './unassigned-payments.ts'

/** Dependencies of an operator's command; `say` prints a line. */
export interface CommandContext {
  config: Config
  db: Db
  print(line: string): void
}

const noAccount = (email: string) => new ConfigError(`There is no account with the email ${email}.`)

export async function grant({ db, print }: CommandContext, emails: readonly string[], isGranted: boolean): Promise<void> {
  for (const email of emails) {
    const became = await db.asSystem(async (tx) => {
      const userId = await accountOf(tx, email)
      return userId === null ? null : grantPlan(tx, userId, isGranted)
    })
    if (became === null) throw noAccount(email)
    if (became === 'pro') print(`${email} has the Pro plan now.`)
    if (became === 'free') print(`${email} no longer has the Pro plan.`)
    if (became === 'paid') print(`${email} keeps the Pro plan: it is paid for. The subscription is cancelled at Stripe.`)
  }
}

/** Checks the settings, and prints the price. */
export async function check({ config, db, print }: CommandContext): Promise<void> {
  const { stripe, settled } = sold(config)
  const { id } = await db.asSystem((tx) => currentPrice(tx, settled))
  const { isMonthly, ...price } = await withOperatorErrors(fetchPrice({ db, stripe }, id))
  if (!isMonthly) throw new ConfigError(`The price ${id} isn't monthly. Create a monthly price at Stripe, and set it as STRIPE_PRICE.`)
  print(`The key works. Pro costs ${priceText(price)} per month (${id}). Events are expected at ${config.publicUrl}/webhooks/stripe.`)
}

export async function changePrice({ config, db, print }: CommandContext, [amount, flag, day]: readonly string[]): Promise<void> {
  const cents = /^\d{1,6}\.\d{2}$/.test(amount ?? '') ? Math.round(Number(amount) * 100) : null
  if (cents === null || cents === 0 || flag !== '--from' || !isDay(day))
    throw new ConfigError('Usage: npm run plan -- price AMOUNT --from DAY, such as price 25.00 --from 2027-03-01')
  const { stripe, settled } = sold(config)
  const announced = await withOperatorErrors(
    announcePrice({ db, stripe, settled }, { amount: cents, startsAt: new Date(`${day}T00:00:00Z`) }),
  )
  if ('change' in announced) {
    const { change } = announced
    print(`Pro will cost ${priceText(change)} per month from ${day} on. While the product runs, it mails every subscriber.`)
    return
  }
  const refusals = {
    'too-soon': `Subscribers get ${NOTICE_DAYS} days' notice of a new price. Choose a day after ${day}.`,
    'same-price': `Pro already costs ${amount}.`,
    'announced-already': 'Another price change is pending. Announce the next one after it has taken effect.',
  }
  throw new ConfigError(refusals[announced.refused])
}

export async function listPayments({ db, print }: CommandContext): Promise<void> {
  const payers = await db.asSystem((tx) => unassignedPayers(tx))
  if (payers.length === 0) return print('Every payment belongs to an account.')
  for (const { customerId, email, status, createdAt } of payers)
    print(`${customerId}  ${createdAt.toISOString().slice(0, 10)}  ${status ?? 'paid'}  ${email ?? 'no email'}`)
  print('Assign a payment with: npm run plan -- assign CUSTOMER EMAIL')
}

export async function assign({ db, print }: CommandContext, [customerId = '', email = '']: readonly string[]): Promise<void> {
  const isAssigned = await db.asSystem(async (tx) => {
    const userId = await accountOf(tx, email)
    if (userId === null) throw noAccount(email)
    return assignPayer(tx, customerId, userId)
  })
  if (!isAssigned) throw new ConfigError(`${customerId} isn't an unassigned customer. List them with: npm run plan -- payments`)
  print(`${customerId} now belongs to ${email}.`)
}

function sold({ billing }: Config): { stripe: StripeClient; settled: string } {
  if (!billing) throw new ConfigError('Billing is off. Set STRIPE_SECRET_KEY, and leave BILLING unset. See .env.example.')
  return { stripe: createStripe(billing), settled: billing.price }
}

function isDay(day: string | undefined): day is string {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  // Date parses February 30 as a day of March.
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

async function withOperatorErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    if (error.fault === 'client') throw new ConfigError('Stripe rejected STRIPE_SECRET_KEY. Check it in the Stripe dashboard.')
    if (error.code === 'resource_missing') throw new ConfigError('Stripe has no price STRIPE_PRICE for this key. Check both settings.')
    throw new ConfigError(`Stripe request failed: ${error.message}.`)
  }
}
