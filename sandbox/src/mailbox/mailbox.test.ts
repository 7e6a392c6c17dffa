import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { order } from '../testing/posting.ts'
import type { Mail } from './mails.ts'

let folder: string
let app: ReturnType<typeof createSandbox>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-mails-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  app = createSandbox({ seed: '', fast: true, outbox: folder })
})

interface Letter {
  to?: string
  subject?: string
  html?: string
  text?: string
}

const letter = ({ to = 'Ann <ann@example.org>', subject = 'Confirm your address', html = '<h1>Hello</h1>', text = 'Hello' }: Letter = {}) =>
  [
    'From: Ninesixteen <no-reply@localhost>',
    `To: ${to}`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--b--',
    '',
  ].join('\r\n')

let written = 0
/** As the product writes a mail: whole or not at all. */
async function put(of: Letter | string = {}): Promise<string> {
  const name = `2026-11-22T10-00-${String((written += 1)).padStart(5, '0')}Z_${written}.eml`
  await writeFile(join(folder, `${name}.part`), typeof of === 'string' ? of : letter(of))
  await rename(join(folder, `${name}.part`), join(folder, name))
  return name
}
const mails = async (query = '') => (await order<{ mails: Mail[] }>(app, `/mails${query}`, { method: 'GET' })).mails

test('lists emails newest first, by recipient, with their links', async () => {
  await put({ text: 'Confirm: http://localhost:3000/auth/callback?token=a.b\r\nThanks' })
  await put({ to: 'BEN@Example.org', subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=' })
  await writeFile(join(folder, 'note.txt'), 'no mail')
  const all = await mails()
  expect(all.map(({ subject, to }) => [subject, to])).toEqual([
    ['Grüße', ['ben@example.org']],
    ['Confirm your address', ['ann@example.org']],
  ])
  expect(all[1]).toMatchObject({ from: 'Ninesixteen <no-reply@localhost>', links: ['http://localhost:3000/auth/callback?token=a.b'] })
  expect(all[1]?.text).toContain('Thanks')
  expect((await mails('?to=Ann@example.org')).map(({ subject }) => subject)).toEqual(['Confirm your address'])
  expect(await mails('?to=nobody@example.org')).toEqual([])
})

test('notifies the page of a new email', async () => {
  const reader = (await app.request('/mail/events')).body?.getReader()
  onTestFinished(() => reader?.cancel())
  const next = async () => new TextDecoder().decode((await reader?.read())?.value)
  expect(await next()).toBe('retry: 1000\n\n')
  // The watch begins asynchronously: no change before it is reported.
  const notified = next()
  let isNotified = false
  void notified.then(() => (isNotified = true))
  await expect.poll(async () => (await put(), isNotified), { interval: 20 }).toBe(true)
  expect(await notified).toContain('event: changed')
  const list = (await (await app.request('/mail/list')).json()) as { isOn: boolean; mails: { opening: string }[] }
  expect([list.isOn, list.mails[0]?.opening]).toEqual([true, 'Hello'])
})

test('an email runs no scripts and loads nothing', async () => {
  const evil = '<script>alert(1)</script><img src="https://elsewhere.example/x.png"><form action="https://elsewhere.example"></form>'
  const id = await put({ html: evil, subject: '<script>alert(1)</script>', text: '"><script>alert(1)</script>' })
  const response = await app.request(`/mail/html/${id}`)
  const policy = response.headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "form-action 'none'", "base-uri 'none'", 'sandbox allow-popups allow-popups-to-escape-sandbox'])
    expect([rule, policy.split('; ').includes(rule)]).toEqual([rule, true])
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin|img-src [^;]*http/)
  const page = await app.request('/mail')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(await page.text()).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
})

test('shows an email in light and dark, whatever the system theme', async () => {
  const id = await put({ html: '<style>@media (Prefers-Color-Scheme: dark) { p { color: white } }</style><p>Hello</p>' })
  const response = async (query: string) => (await app.request(`/mail/html/${id}${query}`)).text()
  expect(await response('')).toContain('@media (Prefers-Color-Scheme: dark) {')
  expect(await response('?scheme=dark')).toContain('@media (min-width: 0) {')
  expect(await response('?scheme=light')).toContain('@media (max-width: 0) {')
})

test('links in an email open in a new tab', async () => {
  const response = async (html: string) => (await app.request(`/mail/html/${await put({ html })}`)).text()
  expect(await response('<!doctype html><html><head lang="en"><title>a</title></head><a href="/">b</a></html>')).toContain(
    '<head lang="en"><base target="_blank"><title>',
  )
  expect(await response('<a href="/">b</a>')).toMatch(/^<base target="_blank"><a /)
})

test('marks a malformed, oversized or deeply nested email as unreadable', async () => {
  await put(`Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: message/rfc822\r\n\r\nX: y\r\n'.repeat(3)}`)
  await put('x'.repeat(5 * 1024 * 1024 + 1))
  const nested = Array.from({ length: 40 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')
  await put(nested)
  await mkdir(join(folder, 'folder.eml'))
  expect((await mails()).map(({ subject }) => subject)).toEqual(['A mail that cannot be read', 'A mail that is too large to be shown', ''])
})

test('only the local machine can read the mailbox, because emails contain sign-in links', async () => {
  const id = await put()
  for (const path of ['/mail', '/mail/list', `/mail/message/${id}`, `/mail/html/${id}`, '/mail/events'])
    expect([path, (await app.request(`http://studio.example.com${path}`)).status]).toEqual([path, 404])
  expect((await app.request('http://studio.example.com/_control/mails')).status).toBe(403)
  expect((await app.request('/_control/mails', { headers: { origin: 'http://localhost:3000' } })).status).toBe(403)
  const open = createSandbox({ seed: '', fast: true, outbox: folder, browserUrl: 'https://sandbox.example.com' })
  expect((await open.request('/mail/list')).status).toBe(404)
  expect((await app.request('/mail/message/..%2F..%2Fpasswd')).status).toBe(404)
})

test('is disabled when the server has an SMTP server', async () => {
  app = createSandbox({ seed: '', fast: true })
  expect(await (await app.request('/mail/list')).json()).toEqual({ isOn: false, mails: [] })
  expect(await mails()).toEqual([])
})
