import type { BillingState } from '@ninesixteen/shared/api/billing'
import { expect, test } from 'vitest'
import { priceText } from '../../app/price-text.ts'
import { planMessage, endMessage } from './plan-texts.ts'

const state = (overrides: Partial<BillingState>): BillingState => ({
  subscription: { state: 'active', renewsAt: '2026-12-22T12:00:00Z' },
  isGranted: false,
  canManage: true,
  heldPosts: 0,
  price: { amount: 2000, currency: 'usd' },
  announcedPrice: null,
  ...overrides,
})
const ending = { state: 'ending', endsAt: '2026-12-22T12:00:00Z' } as const
const late = { state: 'past-due', since: '2026-11-22T12:00:00Z', endsAt: '2026-11-29T12:00:00Z' } as const

test('an active plan has no message', () => {
  expect(planMessage(state({}))).toBeNull()
  expect(planMessage(state({ subscription: { state: 'none' }, isGranted: true }))).toBeNull()
  expect(endMessage(state({ subscription: { state: 'none' } }))).toBeNull()
})

test('the message for an ending plan names the date and the held posts', () => {
  expect(planMessage(state({ subscription: ending }))).toMatchObject({ text: 'Pro ends on Dec 22, 2026.', action: 'Resume' })
  expect(planMessage(state({ subscription: ending, heldPosts: 3 }))?.text).toBe(
    'Pro ends on Dec 22, 2026. 3 scheduled posts will be held until you have Pro again.',
  )
  expect(planMessage(state({ subscription: late, heldPosts: 1 }))).toMatchObject({
    kind: 'warn',
    text: 'Your last payment did not go through. Pro ends on Nov 29, 2026 unless it is paid. 1 scheduled post would be held.',
    action: 'Update payment',
  })
})

test('the message for a new price names the date', () => {
  const announcedPrice = { amount: 2550, currency: 'usd', from: '2027-01-22T12:00:00Z' }
  expect(planMessage(state({ announcedPrice }))?.text).toBe('From Jan 22, 2027 on, Pro costs $25.50 per month. You can cancel at any time.')
})

test('the message for an ended plan names the reason and the held posts', () => {
  expect(endMessage(state({ subscription: { state: 'ended', why: 'cancelled' }, heldPosts: 2 }))).toBe(
    'Your Pro plan has ended. 2 scheduled posts are held. They resume with Pro, unless their time is too long ago.',
  )
  expect(endMessage(state({ subscription: { state: 'ended', why: 'unpaid' } }))).toContain('paused')
})

test('prices use the decimals of their currency', () => {
  expect(priceText({ amount: 2000, currency: 'usd' })).toBe('$20.00')
  expect(priceText({ amount: 2000, currency: 'jpy' })).toBe('¥2,000')
})
