import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import type { Tx } from '../../db/db.ts'
import { billingPriceChanges } from '../../db/schema-billing.ts'
import type { MailContent } from '../../mail/compose.ts'
import { mailWork, defineMail, type MailWork } from '../../mail/mail.ts'
import { countPostsOnHold } from '../held-posts.ts'
import { planOf, type UserPlan } from '../user-plan.ts'
import { priceText } from '../price.ts'

/* Mails about a subscription, rendered from its state at the time of sending: an outdated mail is dropped. */

const day = (iso: string): string => shownDay(new Date(iso), 'UTC')
const MANAGE = { label: 'Manage Subscription', href: '/pricing#manage' }
const FOOTER = `You receive this email because you have or had a subscription to ${PRODUCT_NAME}.`

interface Reader {
  userId: string
}

async function paymentFailedContent(tx: Tx, { userId }: Reader): Promise<MailContent | null> {
  const { best, isGranted } = await planOf(tx, userId)
  if (isGranted || best?.state.state !== 'past-due') return null
  const { endsAt } = best.state
  const posts = await countPostsOnHold(tx, userId, new Date(endsAt))
  return {
    subject: 'Your payment did not go through',
    heading: 'Your payment did not go through',
    paragraphs: [
      `The last payment for your Pro plan failed. Nothing has changed yet: you keep Pro until ${day(endsAt)}.`,
      `Please check your card before then. Otherwise Pro ends that day.`,
      ...concerned(posts),
    ],
    action: { ...MANAGE, label: 'Check your card' },
    footer: FOOTER,
  }
}

async function planEndsContent(tx: Tx, { userId }: Reader): Promise<MailContent | null> {
  const { best, isGranted } = await planOf(tx, userId)
  if (isGranted || best?.state.state !== 'ending') return null
  const { endsAt } = best.state
  const posts = await countPostsOnHold(tx, userId, new Date(endsAt))
  return {
    subject: `Your Pro plan ends on ${day(endsAt)}`,
    heading: `Your Pro plan ends on ${day(endsAt)}`,
    paragraphs: [
      'You cancelled it. Everything works as before until that day, and you will not be charged again.',
      ...concerned(posts),
      'Your slideshows, photos and posts stay in your account. If you change your mind, you can keep Pro with one click.',
    ],
    action: MANAGE,
    footer: FOOTER,
  }
}

/** Tells how many posts are scheduled after the end, and what happens to them. */
function concerned(posts: number): string[] {
  if (posts === 0) return []
  const which = posts === 1 ? '1 post is scheduled after that day. It will be' : `${posts} posts are scheduled after that day. They will be`
  return [`${which} held, not lost: held posts go out when you have Pro again, unless they are too late by then.`]
}

const WHY = {
  cancelled: 'Your subscription has ended. You will not be charged again.',
  unpaid: 'The last payment was not made. Pay it under "Manage Subscription" to get Pro back at once.',
  refunded: 'Your last payment was refunded, so the subscription has ended. You will not be charged again.',
  disputed: 'Your last payment is disputed at your bank, so the subscription has ended. You will not be charged again.',
} as const

async function planEndedContent(tx: Tx, { userId }: Reader): Promise<MailContent | null> {
  const { best, isPro } = await planOf(tx, userId)
  if (isPro || best?.state.state !== 'ended') return null
  const { why } = best.state
  const posts = await countPostsOnHold(tx, userId, null)
  const held =
    posts === 0
      ? []
      : [
          `${posts === 1 ? '1 scheduled post is' : `${posts} scheduled posts are`} held. Held posts go out when you have Pro again, unless they are too late by then.`,
        ]
  return {
    subject: 'Your Pro plan has ended',
    heading: 'Your Pro plan has ended',
    paragraphs: [WHY[why], ...held, 'Your slideshows and photos stay in your account; you can download or delete them at any time.'],
    action: why === 'unpaid' ? MANAGE : { label: 'Get Pro again', href: '/pricing' },
    footer: FOOTER,
  }
}

async function priceChangesContent(tx: Tx, { userId }: Reader): Promise<MailContent | null> {
  const { best } = await planOf(tx, userId)
  const change = await changeOf(tx, best)
  if (!best || !change) return null
  const now =
    best.row.amount === null || best.row.currency === null ? null : priceText({ amount: best.row.amount, currency: best.row.currency })
  const then = priceText(change)
  const from = day(change.startsAt.toISOString())
  return {
    subject: `The price of Pro changes on ${from}`,
    heading: `The price of Pro changes on ${from}`,
    paragraphs: [
      now === null ? `Pro will cost ${then} per month.` : `Pro costs you ${now} per month today. It will cost ${then} per month.`,
      `You pay the new price from your first payment after ${from}. Nothing is charged in between.`,
      'If you do not want to continue at that price, cancel before then: you keep Pro until the end of the month you paid for.',
    ],
    action: MANAGE,
    footer: FOOTER,
  }
}

async function changeOf(tx: Tx, best: UserPlan['best']) {
  if (!best?.row.priceId) return null
  const [change] = await tx.select().from(billingPriceChanges).where(eq(billingPriceChanges.fromPrice, best.row.priceId))
  return change ?? null
}

/** Plan mails by name. */
const PLAN_MAILS = {
  'payment-failed': paymentFailedContent,
  'plan-ends': planEndsContent,
  'plan-ended': planEndedContent,
  'price-changes': priceChangesContent,
}
export type PlanMail = keyof typeof PLAN_MAILS

/** The mail's kind, to queue it by name; `planMails` renders it. */
export function planMailKind(name: PlanMail) {
  return defineMail({ name, data: z.object({}) })
}

export const planMails: MailWork[] = Object.entries(PLAN_MAILS).map(([name, compose]) =>
  mailWork(defineMail({ name, data: z.object({}) }), (tx, { userId }) => compose(tx, { userId })),
)
