import { paths } from '../../app/paths.ts'
import { PricingPage } from '../../routes/pricing.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: paths.pricing,
  title: 'Pricing',
  description:
    'One plan for the whole studio: unlimited AI slideshows, publishing and scheduled posts. The price, what it includes, and when it is free.',
  Page: PricingPage,
}
