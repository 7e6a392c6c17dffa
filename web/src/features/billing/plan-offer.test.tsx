import { publicConfigSchema } from '@ninesixteen/shared/api/account'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PublicConfigProvider } from '../../app/public-config.ts'
import { PlanOffer } from './plan-offer.tsx'

function offerWith(billing: object): string {
  const config = { publicUrl: 'https://studio.example.com', sandbox: { ai: false }, demo: false, passwordMin: 6, contact: {}, social: {} }
  return renderToStaticMarkup(
    <PublicConfigProvider value={publicConfigSchema.parse({ ...config, ...billing })}>
      <PlanOffer />
    </PublicConfigProvider>,
  )
}

test('without billing, the page offers no subscription', () => {
  const html = offerWith({ billing: 'off', announcedPrice: { amount: 2500, currency: 'usd', from: '2027-03-01T00:00:00.000Z' } })
  expect(html).toContain('Nothing is sold here.')
  expect(html).not.toMatch(/Get Pro|Subscri|Cancel|\$/)
})

test('an announced price is displayed before subscribing', () => {
  const announcedPrice = { amount: 2500, currency: 'usd', from: '2027-03-01T00:00:00.000Z' }
  expect(offerWith({ billing: 'stripe', announcedPrice })).toContain('From Mar 1, 2027 on, Pro costs $25.00 per month.')
  expect(offerWith({ billing: 'stripe' })).not.toContain('per month')
})
