import { readFile } from 'node:fs/promises'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'

type Html = ReturnType<typeof html>

const STYLE = new URL('stripe.css', import.meta.url)

export function serveAssets(app: Hono): void {
  app.get('/stripe/assets/stripe.css', async (c) =>
    c.body(await readFile(STYLE, 'utf8'), 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
}

export interface Shown {
  title: string
  body: Html | Promise<Html>
  /** Origins that the page's forms may redirect to, in addition to its own. */
  leadsTo?: readonly (string | null)[]
  status?: 200 | 400 | 402 | 404 | 410
}

/** A page without scripts. Forms go to this address, and from there to the product's. */
export async function shownPage(c: Context, { title, body, leadsTo = [], status = 200 }: Shown): Promise<Response> {
  const origins = new Set(leadsTo.flatMap((url) => (url === null ? [] : [new URL(url).origin])))
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self' ${[...origins].join(' ')}`.trim(),
    "frame-ancestors 'none'",
  ]
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/stripe/assets/stripe.css" />
        <title>${title}</title>
      </head>
      <body>
        <aside class="strip" aria-label="Sandbox"><strong>Sandbox</strong> No money moves, and no card is asked for.</aside>
        ${body}
      </body>
    </html>`
  return c.html(page, status, {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
}

/** A page with one message and a link. */
export function wordsPage(
  c: Context,
  words: { title: string; text: string; back?: string | null; status?: Shown['status'] },
): Promise<Response> {
  const { title, text, back = null, status = 200 } = words
  const body = html`<main class="words">
    <h1>${title}</h1>
    <p>${text}</p>
    ${back === null ? '' : html`<p><a class="button quiet" href="${back}">Back to Ninesixteen</a></p>`}
  </main>`
  return shownPage(c, { title, body, status })
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'usd' })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const inDollars = (cents: number): string => money.format(cents / 100)
export const onDay = (seconds: number): string => day.format(seconds * 1000)
