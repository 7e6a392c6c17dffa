import { afterEach, expect, test, vi } from 'vitest'
import { openBillingPage } from './billing-page.ts'

const PAGE = 'https://checkout.example.com/c/1'

/** A browser with this page alone. */
function browser({ opens }: { opens: boolean }) {
  const went: string[] = []
  const tab = {
    opener: {},
    closed: false,
    location: { replace: (url: string) => went.push(`tab ${url}`) },
    document: { documentElement: { style: {} }, title: '', body: { textContent: '' } },
    close() {
      this.closed = true
    },
  }
  vi.stubGlobal('window', { open: () => (opens ? tab : null) })
  vi.stubGlobal('location', { origin: 'https://studio.example.com', assign: (url: string) => went.push(`here ${url}`) })
  return { went, tab }
}

const answering = (status: number, body: object) => vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
afterEach(() => vi.unstubAllGlobals())

test('opens the payment page in a tab without an opener', async () => {
  const { went, tab } = browser({ opens: true })
  answering(200, { url: PAGE })
  await openBillingPage('checkout')
  expect([went, tab.opener]).toEqual([[`tab ${PAGE}`], null])
})

test('opens the payment page in this tab when the browser opens no other', async () => {
  const { went } = browser({ opens: false })
  answering(200, { url: PAGE })
  await openBillingPage('checkout')
  expect(went).toEqual([`here ${PAGE}`])
})

test('closes the empty tab when the payment page is unavailable', async () => {
  const { went, tab } = browser({ opens: true })
  answering(503, { error: { code: 'BILLING_DOWN', message: 'Stripe cannot be reached.' } })
  await expect(openBillingPage('checkout')).rejects.toThrow('Stripe cannot be reached.')
  expect([went, tab.closed]).toEqual([[], true])
})
