import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import fc from 'fast-check'
import { serveFiles, tiktokToken } from '../../../testing/posting.ts'
import { startTestSandbox } from '../../../testing/sandbox.ts'
import { postingFetches } from '../../posting-fetches.ts'
import { createTiktokPosting } from './client.ts'
import { claimOf, maySign, readTiktokWebhook, WEBHOOK_BYTES_MAX, type TiktokEvent } from './webhook.ts'

const SECRET = 'cs_tiktok_secret'
const AT = 1_735_689_600
const BODY =
  '{"client_key":"ck_tiktok","event":"post.publish.complete","create_time":1735689600,"user_openid":"oid_1","content":"{\\"publish_id\\":\\"p_pub_url~v2.7001\\",\\"publish_type\\":\\"DIRECT_POST\\"}"}'
const SIGNATURE = '1217cda19e1970b0846ae43995fc23a7670f9a81115ca9c9a7fda25400a14642'
const HEADER = `t=${AT},s=${SIGNATURE}`

const read = (body: string, header: string | null = HEADER, now = AT, secret = SECRET) =>
  readTiktokWebhook(Buffer.from(body), header, { secret, now })
const signed = (body: string, at = AT) => `t=${at},s=${createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex')}`

const EVENT = {
  kind: 'published',
  clientKey: 'ck_tiktok',
  accountId: 'oid_1',
  createdAt: AT,
  remoteId: 'p_pub_url~v2.7001',
  postId: null,
  reason: null,
}

test('reads the event of the test vector', () => {
  expect(read(BODY)).toEqual({ event: EVENT })
  // The other way round, and beside the signature of a secret that was replaced.
  expect(read(BODY, `s=${'0'.repeat(64)}, s=${SIGNATURE}, t=${AT}`)).toEqual({ event: EVENT })
})

test.each([
  [-301, 'stale'],
  [-300, null],
  [300, null],
  [301, 'stale'],
])('accepts a signature %i s later only within the window', (seconds, fault) => {
  expect(read(BODY, HEADER, AT + seconds)).toEqual(fault ? { fault } : { event: EVENT })
})

test.each([
  null,
  '',
  't=1',
  `t=${AT}`,
  `s=${SIGNATURE}`,
  `t=${AT},s=`,
  `t=${AT},s=${SIGNATURE.toUpperCase()}`,
  `t=x,s=${SIGNATURE}`,
  `t=${AT + 1},s=${SIGNATURE}`,
])('rejects the header %j', (header) => {
  expect(read(BODY, header)).toEqual({ fault: 'signature' })
})

test('rejects any changed byte and any other secret', () => {
  expect(read(BODY, HEADER, AT, 'another')).toEqual({ fault: 'signature' })
  fc.assert(
    fc.property(fc.nat(BODY.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const bytes = Buffer.from(BODY)
      bytes[at] = (bytes[at] ?? 0) ^ change
      expect(readTiktokWebhook(bytes, HEADER, { secret: SECRET, now: AT })).toEqual({ fault: 'signature' })
    }),
  )
  fc.assert(
    fc.property(fc.nat(SIGNATURE.length - 1), fc.constantFrom(...'0123456789abcdef'), (at, digit) => {
      const other = SIGNATURE.slice(0, at) + digit + SIGNATURE.slice(at + 1)
      expect('event' in read(BODY, `t=${AT},s=${other}`)).toBe(other === SIGNATURE)
    }),
  )
})

test.each([
  ['{"event":', { fault: 'unreadable' }],
  ['[]', { fault: 'unreadable' }],
  [`{"client_key":"k","event":"post.publish.failed","create_time":1,"user_openid":"o","content":"{"}`, { fault: 'unreadable' }],
  [
    '{"client_key":"k","event":"authorization.removed","create_time":1,"user_openid":"o","content":"{\\"reason\\":1}"}',
    { event: { kind: 'account-removed', clientKey: 'k', accountId: 'o', createdAt: 1, remoteId: null, postId: null, reason: '1' } },
  ],
  [
    '{"client_key":"k","event":"of.tomorrow","create_time":1,"user_openid":"o"}',
    { event: { kind: 'other', clientKey: 'k', accountId: 'o', createdAt: 1, remoteId: null, postId: null, reason: null } },
  ],
  [
    '{"client_key":"k","event":"post.publish.publicly_available","create_time":1,"user_openid":"o","content":{"publish_id":"p","post_id":7431234567890123456}}',
    { event: { kind: 'public', clientKey: 'k', accountId: 'o', createdAt: 1, remoteId: 'p', postId: '7431234567890123456', reason: null } },
  ],
])('reads %s', (body, expected) => {
  expect(read(body, signed(body))).toEqual(expected)
})

test('claimOf reads the application before the signature is checked', () => {
  expect(claimOf(Buffer.from(BODY))).toEqual({ clientKey: 'ck_tiktok', accountId: 'oid_1' })
  const malformed = ['', '{', '[]', '{"client_key":1,"user_openid":"o"}', '{"client_key":"","user_openid":"o"}', '{"client_key":"k"}']
  const nul = ['{"client_key":"k","user_openid":"a\\u0000b"}', '{"client_key":"a\\u0000b","user_openid":"o"}']
  for (const body of [...malformed, ...nul, ' '.repeat(WEBHOOK_BYTES_MAX) + BODY]) expect(claimOf(Buffer.from(body))).toBeNull()
})

/** Each with one field that is not what the documents say. */
const MALFORMED: readonly Record<string, unknown>[] = [
  { client_key: 'a\0b' },
  { user_openid: 'a\0b' },
  { user_openid: '' },
  { user_openid: '\ud800' },
  { event: 'a\0b' },
  { event: 1 },
  { create_time: 1e300 },
  { create_time: 1.5 },
  { create_time: -1 },
  { create_time: '1' },
  { content: { publish_id: 'a\0b' } },
  { content: '{"publish_id":"a\\u0000b"}' },
  { content: { publish_id: 'x'.repeat(201) } },
  { content: { publish_id: 1 } },
  { content: { post_id: 'a\0b' } },
  { content: { reason: 'a\0b' } },
  { content: 7 },
]

test.each(MALFORMED)('rejects a signed event with %j as unreadable', (field) => {
  const body = JSON.stringify({ ...(JSON.parse(BODY) as Record<string, unknown>), ...field })
  expect(read(body, signed(body))).toEqual({ fault: 'unreadable' })
})

test('maySign accepts recent, well-formed headers only', () => {
  expect(maySign(HEADER, AT)).toBe(true)
  for (const header of [null, '', `t=${AT}`, `t=${AT},s=x`, `t=x,s=${SIGNATURE}`]) expect(maySign(header, AT)).toBe(false)
  expect(maySign(HEADER, AT + 301)).toBe(false)
})

test('rejects an oversized body unread', () => {
  const body = ' '.repeat(WEBHOOK_BYTES_MAX + 1)
  expect(read(body, signed(body))).toEqual({ fault: 'signature' })
})

test('reads the events that the sandbox sends', async () => {
  const sandbox = await startTestSandbox()
  onTestFinished(() => sandbox.release())
  const events: TiktokEvent[] = []
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const header = String(incoming.headers['tiktok-signature'])
      const result = readTiktokWebhook(Buffer.concat(parts), header, { secret: 'tiktok-sandbox-secret', now: Date.now() / 1000 })
      if ('event' in result) events.push(result.event)
      outgoing.end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await sandbox.control('/tiktok', 'PATCH', { webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
  const { settings, token } = await tiktokToken(sandbox)
  const at = await serveFiles({})
  const posting = createTiktokPosting(settings, postingFetches(true))
  const { publishId } = await posting.startPhotos(token, {
    title: '',
    description: '',
    privacyLevel: 'SELF_ONLY',
    disableComment: true,
    autoAddMusic: false,
    brandContent: false,
    brandOrganic: false,
    isAigc: false,
    coverIndex: 0,
    urls: [at('none.jpg')],
  })
  await expect.poll(() => events).toMatchObject([{ kind: 'failed', remoteId: publishId, reason: 'photo_pull_failed' }])
})
