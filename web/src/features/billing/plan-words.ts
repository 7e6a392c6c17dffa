import type { AnnouncedPrice } from '@ninesixteen/shared/api/account'
import type { BillingState } from '@ninesixteen/shared/api/billing'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { priceWords } from '../../app/price-words.ts'

/** What somebody is to know about their plan. */
export interface PlanNews {
  /** The same as long as there is nothing new to say: what was put away stays away. */
  id: string
  kind: 'info' | 'warn'
  text: string
  /** What is done about it on the provider's page. */
  action: 'Update payment' | 'Resume' | null
}

export function dayOf(iso: string): string {
  return shownDay(new Date(iso))
}

/** A new price comes at the beginning of a day in UTC, the same day for everybody. */
export function priceComesText({ from, ...price }: AnnouncedPrice): string {
  return `From ${shownDay(new Date(from), 'UTC')} on, Pro costs ${priceWords(price)} per month.`
}

function postsWords(count: number): string {
  return count === 1 ? '1 scheduled post' : `${count} scheduled posts`
}

/** What is said to who has the plan; null where all is as it should be. */
export function newsOfPlan({ subscription, heldPosts, announcedPrice }: BillingState): PlanNews | null {
  if (subscription.state === 'past-due') {
    const held = heldPosts > 0 ? ` ${postsWords(heldPosts)} would be held.` : ''
    const text = `Your last payment did not go through. Pro ends on ${dayOf(subscription.endsAt)} unless it is paid.${held}`
    return { id: `past-due ${subscription.since}`, kind: 'warn', text, action: 'Update payment' }
  }
  if (subscription.state === 'ending') {
    const held = heldPosts > 0 ? ` ${postsWords(heldPosts)} will be held until you have Pro again.` : ''
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

/** What is said to who has it no more; null to who never had it. */
export function wordsOfEnd({ subscription, heldPosts }: BillingState): string | null {
  const held =
    heldPosts > 0
      ? `${postsWords(heldPosts)} ${heldPosts === 1 ? 'is' : 'are'} held. When you have Pro again, those that are not too late go out.`
      : ''
  const ended = subscription.state === 'ended' ? ENDED[subscription.why] : ''
  return [ended, held].filter(Boolean).join(' ') || null
}
