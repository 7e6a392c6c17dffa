import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'

const SCOPES = 'slideshows:read posts:read posts:draft posts:schedule'

interface Tokens {
  access_token: string
  scope: string
}

/** The part of an app that waits for the answer, on this computer. */
async function listenAsApp() {
  const answers: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname === '/callback') answers.push(searchParams)
    response.writeHead(pathname === '/callback' ? 200 : 404, { 'content-type': 'text/plain' }).end('You can close this page.')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => new Promise((resolve) => server.close(resolve))
  return { answers, redirect: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, close }
}

/** Opens the address to which an app sends its user, and returns what the app needs for its token. */
async function openAsApp(page: Page, request: APIRequestContext, redirect: string) {
  const metadata = { client_name: 'Slide Agent', redirect_uris: [redirect], token_endpoint_auth_method: 'none' }
  const registered = await request.post('/oauth/register', { data: metadata })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirect,
    scope: SCOPES,
    state: 'here',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  await page.goto(`/oauth/authorize?${query.toString()}`)
  return { clientId, verifier }
}

const statusWith = async (request: APIRequestContext, { access_token: token }: Tokens, path: string) =>
  (await request.get(`/api/public/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status()

test('an app requests access, and the user chooses its scopes and disconnects it', async ({ account, page, request, watch }) => {
  watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\/callback/)
  watch.expectProblem(/^HTTP 404 GET \/favicon\.ico$/)
  const app = await listenAsApp()
  const { clientId, verifier } = await openAsApp(page, request, app.redirect)
  await expect(page.getByRole('heading', { name: 'Connect Slide Agent' })).toBeVisible()
  await expect(page.getByText(account.email)).toBeVisible()
  await expect(page.getByLabel('Schedule, move, cancel and retry posts')).not.toBeChecked()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'connecting an app')
  await page.getByLabel('Read posts').uncheck()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('You can close this page.')).toBeVisible()
  const [answer] = app.answers
  expect([answer?.get('state'), answer?.get('error')]).toEqual(['here', null])
  await app.close()

  const code = answer?.get('code') ?? ''
  const form = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier, redirect_uri: app.redirect }
  const tokens = (await (await request.post('/oauth/token', { form })).json()) as Tokens
  expect(tokens.scope).toBe('slideshows:read posts:draft')
  expect(await statusWith(request, tokens, '/slideshows')).toBe(200)
  expect(await statusWith(request, tokens, '/posts')).toBe(403)

  await page.goto('/settings?tab=account')
  const entry = page.getByRole('region', { name: 'Connected apps' }).getByRole('listitem').filter({ hasText: 'Slide Agent' })
  await expect(entry).toContainText('Last used')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'connected apps')
  await entry.getByRole('button', { name: 'Disconnect Slide Agent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(entry).toContainText('Disconnected')
  expect(await statusWith(request, tokens, '/slideshows')).toBe(401)
})

test('a device connects when its user enters its code', async ({ member: page, request, watch }) => {
  watch.expectProblem(/^HTTP 404 POST \/api\/v1\/app-requests\/read$/)
  const authorization = await request.post('/oauth/device', { form: { client_id: 'ninesixteen-cli', scope: SCOPES } })
  const device = (await authorization.json()) as { device_code: string; user_code: string; verification_uri: string }
  await page.goto(new URL(device.verification_uri).pathname)
  await page.getByLabel('Code').fill('BBBB-BBBB')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is not valid.')).toBeVisible()
  await page.getByRole('button', { name: 'Enter another code' }).click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a device code')
  await page.getByLabel('Code').fill(device.user_code.replace('-', ' ').toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Continue only if you started this yourself')).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ninesixteen command line is connected' })).toBeVisible()
  const grant = 'urn:ietf:params:oauth:grant-type:device_code'
  const form = { grant_type: grant, client_id: 'ninesixteen-cli', device_code: device.device_code }
  const tokens = (await (await request.post('/oauth/token', { form })).json()) as Tokens
  expect(tokens.scope).toBe('slideshows:read posts:read posts:draft')
})

test('warns the user about an unknown app', async ({ member: page }) => {
  await page.goto('/oauth/authorize?client_id=none&response_type=code')
  await expect(page.getByRole('heading', { name: 'This app can’t be connected' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a refused app')
})
