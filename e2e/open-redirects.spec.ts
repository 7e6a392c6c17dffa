import { request as httpRequest } from 'node:http'
import { newAccount, signIn } from './driving/account.ts'
import { expect, test } from './driving/journey.ts'
import { mailsTo } from './driving/mail-files.ts'
import { originHeader, apiHeaders, productOrigin } from './driving/product.ts'
import { allNamesOf, formsFrom, REDIRECT_FORMS, REDIRECT_NAMES, ROUNDS } from './driving/redirect-forms.ts'
import { visit } from './driving/visit.ts'

/** Pages that go on to another by themselves, or that are come back to from elsewhere or from a mail. */
const PAGES = [
  '/',
  '/auth',
  '/auth/callback',
  '/auth/recover',
  '/auth/email',
  '/auth/google/callback',
  '/tiktok_login',
  '/tiktok_callback',
  '/tumblr_callback',
  '/pricing',
  '/try',
  '/post/none',
  '/content_studio',
] as const

/** Pages that read more of their address with a session. */
const PAGES_OF_MEMBERS = [
  '/auth',
  '/auth/callback',
  '/auth/email',
  '/auth/google/callback',
  '/tiktok_callback',
  '/tumblr_callback',
  '/pricing',
  '/account',
  '/settings',
  '/content_studio',
  '/post_scheduler',
  '/photo_library',
] as const

/** Requests that begin or end with a redirect. */
const CALLS = [
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/auth/sign-out',
  '/api/auth/update-user',
  '/api/auth/demo',
  '/api/auth/recovery',
  '/api/auth/recovery/password',
  '/api/auth/confirm-email',
  '/api/auth/confirm-email/again',
  '/api/auth/email-change',
] as const

test.describe.configure({ mode: 'default' })

test('the list has sixty distinct redirect attempts', () => {
  expect(new Set(REDIRECT_FORMS).size).toBe(60)
})

interface Answer {
  status: number
  location: string | undefined
  refresh: string | undefined
}

/** As it is: no library makes the path of it right before it is sent. */
function request(path: string): Promise<Answer> {
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

test('no path or parameter makes the server redirect to another site', { tag: '@long' }, async () => {
  const bytes = (form: string): string => encodeURI(form).replaceAll(/%25([\da-f]{2})/gi, '%$1')
  for (const form of REDIRECT_FORMS) {
    const paths = [
      bytes(form),
      `/${bytes(form)}`,
      `${bytes(form)}/`,
      `/auth/callback/${bytes(form)}`,
      `/files/${bytes(form)}`,
      `/pub/${bytes(form)}/x`,
      `/post/${bytes(form)}`,
      `/files/hand-over/${bytes(form)}/0/x`,
      `/api/v1/hand-over/${bytes(form)}`,
    ]
    const pages = [
      ...PAGES,
      '/operator',
      '/api/auth/get-session',
      '/api/auth/verify-email',
      '/api/auth/reset-password/none',
      '/post/none',
    ].map((path) => `${path}?${allNamesOf(form)}`)
    for (const path of [...paths.filter((one) => one.startsWith('/') && !/\s/.test(one)), ...pages]) {
      const answer = await request(path)
      expect(staysHere(answer), `${path}: ${JSON.stringify(answer)}`).toBe(true)
    }
  }
})

test('no account endpoint accepts a redirect URL', { tag: '@long' }, async ({ context, extraHTTPHeaders }) => {
  await newAccount(context, { pro: false })
  const headers = { ...extraHTTPHeaders, ...(await apiHeaders(context.request)) }
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

test(
  'emails and the pages they open lead only to this site, whatever the request asked for',
  { tag: '@long' },
  async ({ page, context, playwright }) => {
    const { email } = await newAccount(context, { pro: false })
    await context.clearCookies()
    const elsewhere = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example;proto=https' }
    const stranger = await playwright.request.newContext({
      baseURL: productOrigin(),
      extraHTTPHeaders: { ...originHeader(), ...elsewhere },
    })
    for (let round = 0; round < ROUNDS; round += 1) {
      const forms = formsFrom(round * REDIRECT_NAMES.length)
      const answer = await stranger.post(`/api/auth/recovery?${new URLSearchParams(forms)}`, { data: { ...forms, email } })
      expect(answer.status(), await answer.text()).toBe(200)
    }
    await stranger.dispose()
    await expect.poll(async () => (await mailsTo(email)).length).toBe(ROUNDS)
    const mails = await mailsTo(email)
    const links = mails.flatMap((mail) =>
      [...mail.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&')),
    )
    expect(links.length).toBeGreaterThanOrEqual(ROUNDS)
    expect(links.filter((link) => !link.startsWith(`${productOrigin()}/`))).toEqual([])
    expect(mails.filter((mail) => mail.includes('evil'))).toEqual([])

    const link = links.find((one) => one.includes('token='))
    const { token: _, ...forms } = formsFrom(0)
    await page.goto(`${link}&${new URLSearchParams(forms)}`)
    for (const name of ['New password', 'New password again'])
      await page.getByLabel(name, { exact: true }).fill('slides of another kind 916')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(productOrigin())
  },
)

test('no page navigates to another site, signed in or out', { tag: '@long' }, async ({ page, context, watch }) => {
  test.setTimeout(240_000)
  // Unrequested authorisations are refused, and unknown targets don't exist.
  watch.expectProblem(/^HTTP 4\d\d \w+ \//)
  watch.expectProblem(/^console\.(error|warning): /)
  const left: string[] = []
  page.on('framenavigated', (frame) => {
    const url = frame.url()
    if (frame === page.mainFrame() && url !== 'about:blank' && new URL(url).origin !== productOrigin()) left.push(url)
  })
  context.on('page', (opened) => left.push(`opened ${opened.url()}`))
  page.on('dialog', (dialog) => left.push(`dialog ${dialog.message()}`))

  /** Each form on each page, under one of the names: under which, differs from page to page. */
  const walk = async (pages: readonly string[], who: string): Promise<void> => {
    for (const [place, path] of pages.entries()) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const forms = formsFrom(place + round * REDIRECT_NAMES.length)
        await visit(page, `${path}?${new URLSearchParams(forms)}#${encodeURIComponent(forms['next'] ?? '')}`)
        await expect(page.locator('h1').first()).toBeAttached()
        expect(left, `${path} ${who}, from form ${place}, round ${round}`).toEqual([])
      }
    }
  }
  await walk(PAGES, 'signed out')

  const account = await newAccount(context, { pro: true })
  await walk(PAGES_OF_MEMBERS, 'signed in')
  await context.clearCookies()
  await signIn(page, account)
  await expect(page).toHaveURL(/\/content_studio$/)
  expect(left).toEqual([])
})
