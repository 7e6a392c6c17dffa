import type { AnnouncedPrice } from '@ninesixteen/shared/api/account'
import type { BillingState } from '@ninesixteen/shared/api/billing'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { priceText } from '../../app/price-text.ts'

/** A message about the user's plan. */
export interface PlanMessage {
  /** Identifies the message, so that it stays dismissed. */
  id: string
  kind: 'info' | 'warn'
  text: string
  /** Label of the button that opens the payment provider's page. */
  action: 'Update payment' | 'Resume' | null
}

export function dayOf(iso: string): string {
  return shownDay(new Date(iso))
}

/** A new price starts on a day in UTC, the same for every user. */
export function priceComesText({ from, ...price }: AnnouncedPrice): string {
  return `From ${shownDay(new Date(from), 'UTC')} on, Pro costs ${priceText(price)} per month.`
}

function countPosts(count: number): string {
  return count === 1 ? '1 scheduled post' : `${count} scheduled posts`
}

/** The message for users on the plan; null if there is nothing to report. */
export function planMessage({ subscription, heldPosts, announcedPrice }: BillingState): PlanMessage | null {
  if (subscription.state === 'past-due') {
    const held = heldPosts > 0 ? ` ${countPosts(heldPosts)} would be held.` : ''
    const text = `Your last payment did not go through. Pro ends on ${dayOf(subscription.endsAt)} unless it is paid.${held}`
    return { id: `past-due ${subscription.since}`, kind: 'warn', text, action: 'Update payment' }
  }
  if (subscription.state === 'ending') {
    const held = heldPosts > 0 ? ` ${countPosts(heldPosts)} will be held until you have Pro again.` : ''
    const text = `Pro ends on ${dayOf(subscription.endsAt)}.${held}`
    return { id: `ending ${subscription.endsAt}`, kind: 'info', text, action: 'Resume' }
  }
  if (subscription.state === 'active' && announcedPrice) {
    const text = `${priceComesText(announcedPrice)} You can cancel at any time.`
    return { id: `price ${announcedPrice.from}`, kind: 'info', text, action: null }
  }
  return null
}

const ENDED = {
  cancelled: 'Your Pro plan has ended.',
  unpaid: 'Your Pro plan is paused: its last payment did not arrive.',
  refunded: 'Your Pro plan ended when its payment was refunded.',
  disputed: 'Your Pro plan ended because its payment is disputed.',
} as const

/** The message for users whose plan ended; null for users who never had one. */
export function endMessage({ subscription, heldPosts }: BillingState): string | null {
  const held =
    heldPosts > 0
      ? `${countPosts(heldPosts)} ${heldPosts === 1 ? 'is' : 'are'} held. They resume with Pro, unless their time is too long ago.`
      : ''
  const ended = subscription.state === 'ended' ? ENDED[subscription.why] : ''
  return [ended, held].filter(Boolean).join(' ') || null
}
