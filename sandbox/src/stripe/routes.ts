import { Hono, type Context } from 'hono'
import type { Control } from '../kit/control.ts'
import { seeded } from '../kit/random.ts'
import { createApi } from './api.ts'
import { createBooks } from './stripe-data.ts'
import { catchUp } from './cycle.ts'
import { serveDashboard } from './dashboard.ts'
import { USUAL_DESK, type Desk } from './desk.ts'
import { deskClock } from './desk-clock.ts'
import { serveCheckoutPage } from './pages/checkout-page.ts'
import { servePortalPage } from './pages/portal-page.ts'
import { serveAssets } from './pages/layout.ts'
import { serveStripeSwitches } from './switches.ts'
import { createWebhooks, USUAL_WEBHOOKS, type WebhookSettings } from './webhooks.ts'

/** Milliseconds between checks of the clock: a period ends without any request. */
const LOOK_MS = 60_000

export interface StripeParts {
  control: Control
  seed: string
  /** Where people's browsers see the sandbox. */
  site: (c: Context) => string
  /** Whether the request comes from this machine. */
  isNear: (c: Context) => boolean
  /** Where events are sent at first; null sends none. */
  webhookUrl: string | null
  /** File that keeps customers across restarts; null for none. */
  booksFile: string | null
}

/** Stripe as its documents describe it: the API, the pages of payment and the portal, events, and the account's own page. */
export function createStripe({ control, seed, site, isNear, webhookUrl, booksFile }: StripeParts) {
  const clock = deskClock(control.clock)
  const books = createBooks(booksFile)
  const hooks: WebhookSettings = { ...USUAL_WEBHOOKS, webhookUrl }
  const webhooks = createWebhooks({ books, clock, settings: hooks, random: seeded(seed) })
  const desk: Desk = { books, clock, webhooks, settings: { ...USUAL_DESK } }
  const pace = { latencyMs: 0 }
  const look = () => {
    catchUp(desk)
    void webhooks.flush()
  }
  look()
  control.clock.onMove(look)
  setInterval(look, LOOK_MS).unref()

  const api = createApi({ control, desk, site, latencyMs: () => pace.latencyMs })
  const pages = new Hono()
  serveAssets(pages)
  serveCheckoutPage(pages, desk, { site })
  servePortalPage(pages, desk)
  serveDashboard(pages, { desk, hooks, site, isNear, look })
  serveStripeSwitches(control.app, { desk, hooks, pace, site })
  control.onReset(() => {
    Object.assign(hooks, USUAL_WEBHOOKS, { webhookUrl })
    Object.assign(desk.settings, USUAL_DESK)
    pace.latencyMs = 0
    webhooks.reset()
    api.reset()
    books.reset()
  })
  return { api: api.app, pages, written: books.written }
}
