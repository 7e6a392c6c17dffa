import { publicConfigSchema } from '@ninesixteen/shared/api/account'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PublicConfigProvider } from '../../app/public-config.ts'
import { PlanCard } from './plan-card.tsx'

/** The plan's features as text. */
function featuresWith(contact: object): string[] {
  const config = { publicUrl: 'https://studio.example.com', sandbox: { ai: false }, demo: false, passwordMin: 6, social: {} }
  const html = renderToStaticMarkup(
    <PublicConfigProvider value={publicConfigSchema.parse({ ...config, contact })}>
      <PlanCard>{null}</PlanCard>
    </PublicConfigProvider>,
  )
  return [...html.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = '']) =>
    line
      .replaceAll(/<[^>]*>/g, '')
      .replace('&amp;', '&')
      .trim(),
  )
}

test('planned features are labeled "coming"', () => {
  expect(featuresWith({})).toEqual([
    'Unlimited AI slideshows',
    'Publish directly to Tiktok & Instagram',
    'Custom branding coming',
    'Schedule Videos',
  ])
})

test('the plan includes support only if the instance has an address for it', () => {
  expect(featuresWith({ support: 'help@studio.example.com' })).toContain('Priority support')
})
