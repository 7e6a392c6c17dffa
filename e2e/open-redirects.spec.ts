import { request as httpRequest } from 'node:http'
import { newAccount, signIn } from './driving/account.ts'
import { expect, test } from './driving/journey.ts'
import { fromPageOf, productOrigin } from './driving/product.ts'
import { allNamesOf, REDIRECT_FORMS, REDIRECT_NAMES } from './driving/redirect-forms.ts'

/** Pages that go on to another by themselves, or that are come back to from elsewhere. */
const PAGES = [
  '/',
  '/auth',
  '/auth/callback',
  '/auth/google/callback',
  '/tiktok_login',
  '/tiktok_callback',
  '/tumblr_callback',
  '/pricing',
  '/account',
  '/settings',
  '/content_studio',
  '/post_scheduler',
  '/photo_library',
] as const

/** Calls that begin or end with a person being sent somewhere. */
const CALLS = [
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/auth/sign-out',
  '/api/auth/update-user',
  '/api/auth/demo',
] as const

test.describe.configure({ mode: 'default' })

test('sixty addresses that lead away are sixty', () => {
  expect(new Set(REDIRECT_FORMS).size).toBe(60)
})

interface Answer {
  status: number
  location: string | undefined
  refresh: string | undefined
}

/** As it is: no library makes the path of it right before it is sent. */
function ask(path: string): Promise<Answer> {
  const { hostname, port } = new URL(productOrigin())
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, headers: { accept: 'text/html' } }, (reply) => {
      const { location, refresh } = reply.headers
      reply.resume().on('end', () => resolve({ status: reply.statusCode ?? 0, location, refresh: refresh?.toString() }))
    })
    sent.on('error', reject).end()
  })
}

function staysHere({ location, refresh }: Answer): boolean {
  if (refresh !== undefined) return false
  return location === undefined || new URL(location, productOrigin()).origin === productOrigin()
}

test('no path and no parameter makes the server send anybody away', async () => {
  const bytes = (form: string): string => encodeURI(form).replaceAll(/%25([\da-f]{2})/gi, '%$1')
  for (const form of REDIRECT_FORMS) {
    const paths = [
      bytes(form),
      `/${bytes(form)}`,
      `${bytes(form)}/`,
      `/auth/callback/${bytes(form)}`,
      `/files/${bytes(form)}`,
      `/pub/${bytes(form)}/x`,
    ]
    const pages = [...PAGES, '/api/auth/get-session', '/api/auth/verify-email', '/api/auth/reset-password/none', '/post/none'].map(
      (path) => `${path}?${allNamesOf(form)}`,
    )
    for (const path of [...paths.filter((one) => one.startsWith('/') && !/\s/.test(one)), ...pages]) {
      const answer = await ask(path)
      expect(staysHere(answer), `${path}: ${JSON.stringify(answer)}`).toBe(true)
    }
  }
})

test('no form of the accounts takes an address to go to', async ({ context, extraHTTPHeaders }) => {
  await newAccount(context, { pro: false })
  const headers = { ...extraHTTPHeaders, ...(await fromPageOf(context.request)) }
  for (const [at, form] of REDIRECT_FORMS.entries()) {
    const fields = Object.fromEntries(REDIRECT_NAMES.map((name) => [name, form]))
    const path = CALLS[at % CALLS.length] ?? CALLS[0]
    const data = { email: `nobody-${at}@example.com`, password: 'short', ...fields }
    const answer = await context.request.post(`${path}?${allNamesOf(form)}`, {
      headers: { ...headers, 'x-forwarded-for': `10.9.8.${at}` },
      data,
      maxRedirects: 0,
    })
    const text = await answer.text()
    expect([answer.headers()['location'], text.includes('evil')], `${path} ${form}`).toEqual([undefined, false])
  }
})

test('no page goes away by itself, signed out or in, whatever its address says', async ({ page, context, watch }) => {
  test.setTimeout(240_000)
  // Authorisations that nobody began are refused, and what an address names is not there.
  watch.expectProblem(/^HTTP 4\d\d \w+ \//)
  watch.expectProblem(/^console\.(error|warning): /)
  const left: string[] = []
  page.on('framenavigated', (frame) => {
    const url = frame.url()
    if (frame === page.mainFrame() && url !== 'about:blank' && new URL(url).origin !== productOrigin()) left.push(url)
  })
  context.on('page', (opened) => left.push(`opened ${opened.url()}`))
  page.on('dialog', (dialog) => left.push(`dialog ${dialog.message()}`))

  /** Each form under all names at once, on one page after the other. */
  const walk = async (who: string): Promise<void> => {
    for (const [at, form] of REDIRECT_FORMS.entries()) {
      const path = `${PAGES[at % PAGES.length]}?${allNamesOf(form)}#${encodeURIComponent(form)}`
      await page.goto(path)
      await expect(page.locator('h1').first()).toBeAttached()
      expect(left, `${path} ${who}`).toEqual([])
    }
  }
  await walk('signed out')

  const account = await newAccount(context, { pro: true })
  await walk('signed in')
  await context.clearCookies()
  await signIn(page, account)
  await expect(page).toHaveURL(/\/content_studio$/)
  expect(left).toEqual([])
})
