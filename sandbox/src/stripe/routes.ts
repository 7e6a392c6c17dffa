import { Hono, type Context } from 'hono'
import type { Control } from '../kit/control.ts'
import { seeded } from '../kit/random.ts'
import { createApi } from './api.ts'
import { createStripeObjects } from './stripe-data.ts'
import { catchUp } from './billing-cycle.ts'
import { serveDashboard } from './dashboard.ts'
import { DEFAULT_SETTINGS, type StripeState } from './stripe-state.ts'
import { createTestClock } from './test-clock.ts'
import { serveCheckoutPage } from './pages/checkout-page.ts'
import { servePortalPage } from './pages/portal-page.ts'
import { serveAssets } from './pages/layout.ts'
import { serveStripeSwitches } from './control-routes.ts'
import { createWebhooks, USUAL_WEBHOOKS, type WebhookSettings } from './webhooks.ts'

/** Milliseconds between checks of the clock: a period ends without any request. */
const POLL_MS = 60_000

export interface StripeParts {
  control: Control
  seed: string
  /** Where people's browsers see the sandbox. */
  site: (c: Context) => string
  /** Whether the request comes from this machine. */
  isNear: (c: Context) => boolean
  /** Where events are sent at first; null sends none. */
  webhookUrl: string | null
  /** File that stores customers across restarts; null for none. */
  booksFile: string | null
}

/** Stripe as its documents describe it: the API, the pages of payment and the portal, events, and the account's own page. */
export function createStripe({ control, seed, site, isNear, webhookUrl, booksFile }: StripeParts) {
  const clock = createTestClock(control.clock)
  const store = createStripeObjects(booksFile)
  const hooks: WebhookSettings = { ...USUAL_WEBHOOKS, webhookUrl }
  const webhooks = createWebhooks({ store, clock, settings: hooks, random: seeded(seed) })
  const state: StripeState = { store, clock, webhooks, settings: { ...DEFAULT_SETTINGS } }
  const pace = { latencyMs: 0 }
  const look = () => {
    catchUp(state)
    void webhooks.flush()
  }
  look()
  control.clock.onMove(look)
  setInterval(look, POLL_MS).unref()

  const api = createApi({ control, state, site, latencyMs: () => pace.latencyMs })
  const pages = new Hono()
  serveAssets(pages)
  serveCheckoutPage(pages, state, { site })
  servePortalPage(pages, state)
  serveDashboard(pages, { state, hooks, site, isNear, look })
  serveStripeSwitches(control.app, { state, hooks, pace, site })
  control.onReset(() => {
    Object.assign(hooks, USUAL_WEBHOOKS, { webhookUrl })
    Object.assign(state.settings, DEFAULT_SETTINGS)
    pace.latencyMs = 0
    webhooks.reset()
    api.reset()
    store.reset()
  })
  return { api: api.app, pages, written: store.written }
}
