import { hydrate } from '../hydrate.tsx'
import { pricingPage } from '../pages/pricing.ts'

hydrate(pricingPage)
