import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../sandbox.ts'
import { challengeOf } from '../../kit/oauth2.ts'
import { signatureOf } from './webhooks.ts'

const CALLBACK = 'http://localhost:3000/tiktok_callback'
const VERIFIER = 'gaeCq5mVvbhA8Ce6w5O9XBVIKMkySgv-_9A-rnhm9Ns'

let app: ReturnType<typeof createSandbox>
let media: { url: string; laid: Map<string, Buffer | number> }
beforeEach(async () => {
  app = createSandbox({ seed: '', fast: true })
  const laid = new Map<string, Buffer | number>()
  const server = createServer((incoming, outgoing) => {
    const content = laid.get((incoming.url ?? '').slice(1)) ?? 404
    if (typeof content === 'number') outgoing.writeHead(content, { location: '/a.jpg' }).end()
    else outgoing.end(content)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  media = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, laid }
})

async function token(account = 'sandy', scopes = 'user.info.basic,video.upload,video.publish'): Promise<string> {
  const query = new URLSearchParams({
    client_key: 'aw1sandbox',
    response_type: 'code',
    scope: scopes,
    redirect_uri: CALLBACK,
    state: 's',
    code_challenge: challengeOf(VERIFIER, 'hex'),
    code_challenge_method: 'S256',
    disable_auto_auth: '1',
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const yes = new URLSearchParams({ account, decision: 'allow' })
  for (const scope of scopes.split(',')) yes.append('scope', scope)
  const back = await app.request(`/tiktok/v2/auth/authorize/?${query.toString()}`, { method: 'POST', headers, body: yes.toString() })
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const form = {
    client_key: 'aw1sandbox',
    client_secret: 'tiktok-sandbox-secret',
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  }
  const reply = await app.request('/tiktok/v2/oauth/token/', { method: 'POST', headers, body: new URLSearchParams(form).toString() })
  return ((await reply.json()) as { access_token: string }).access_token
}

interface Reply {
  status: number
  code: string
  data: { publish_id: string; upload_url: string; status: string; fail_reason?: string }
  text: string
}
async function call(path: string, access: string, body: unknown): Promise<Reply> {
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json; charset=UTF-8' }
  const reply = await app.request(`/tiktok/v2/post/publish${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await reply.text()
  const { data, error } = JSON.parse(text) as { data: Reply['data']; error: { code: string } }
  return { status: reply.status, code: error.code, data, text }
}
const control = (path: string, body: unknown, method = 'POST') =>
  app.request(`/_control${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

interface Posted {
  publishId: string
  state: string
  account: string
  mode: string
  failReason: string | null
  publicAt: number | null
  postId: string
  files: { sha256: string; bytes: number; width?: number; height?: number }[]
}
const posted = async () => ((await (await app.request('/_control/tiktok/posts')).json()) as { posts: Posted[] }).posts
const allReceived = () => expect.poll(async () => (await posted()).every((post) => post.state !== 'receiving')).toBe(true)

const image = (width = 1080, height = 1920) => sharp({ create: { width, height, channels: 3, background: '#369' } })
const images = (...names: string[]) => names.map((name) => media.url + name)

function photoPost(overrides: { info?: object; source?: object; rest?: object } = {}) {
  return {
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: {
      title: '5 habits',
      description: '#calm',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: true,
      auto_add_music: true,
      brand_content_toggle: false,
      brand_organic_toggle: false,
      ...overrides.info,
    },
    source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: images('a.jpg', 'b.webp'), ...overrides.source },
    ...overrides.rest,
  }
}

describe('photos', () => {
  test('are downloaded after the response, and are public with a 64-bit id at the second poll', async () => {
    const access = await token()
    const [a, b] = [await image().jpeg().toBuffer(), await image().webp().toBuffer()]
    media.laid.set('a.jpg', a).set('b.webp', b)
    const { status, code, data } = await call('/content/init/', access, photoPost())
    expect([status, code, data.publish_id]).toEqual([200, 'ok', expect.stringMatching(/^p_pub_url~v2\./)])
    await allReceived()
    const pollStatus = () => call('/status/fetch/', access, { publish_id: data.publish_id })
    expect((await pollStatus()).data.status).toBe('PROCESSING_DOWNLOAD')
    const second = await pollStatus()
    expect(second.data.status).toBe('PUBLISH_COMPLETE')
    const [, digits = ''] = /"publicaly_available_post_id":\[(\d+)\]/.exec(second.text) ?? []
    expect(String(Number(digits))).not.toBe(digits)
    expect(await posted()).toEqual([
      expect.objectContaining({
        publishId: data.publish_id,
        account: 'sandy',
        state: 'done',
        postId: digits,
        publicAt: expect.any(Number),
        files: [a, b].map((bytes) => ({
          sha256: createHash('sha256').update(bytes).digest('hex'),
          bytes: bytes.byteLength,
          width: 1080,
          height: 1920,
        })),
      }),
    ])
  })

  test('can be downloaded before or long after the response', async () => {
    const access = await token()
    media.laid.set('a.jpg', await image().jpeg().toBuffer())
    const source = { photo_images: images('a.jpg') }
    await control('/tiktok', { pullsFirst: true }, 'PATCH')
    await call('/content/init/', access, photoPost({ source }))
    expect((await posted()).map(({ state }) => state)).toEqual(['done'])
    await control('/tiktok', { pullsFirst: false, pullDelayMs: 600_000 }, 'PATCH')
    const { data } = await call('/content/init/', access, photoPost({ source }))
    expect((await call('/cancel/', access, { publish_id: data.publish_id })).code).toBe('ok')
  })

  test('become a draft in the inbox, and have no public id when private', async () => {
    const access = await token()
    media.laid.set('a.jpg', await image().jpeg().toBuffer())
    const source = { photo_images: images('a.jpg') }
    const draft = await call('/content/init/', access, photoPost({ source, rest: { post_mode: 'MEDIA_UPLOAD' } }))
    const own = await call('/content/init/', access, photoPost({ source, info: { privacy_level: 'SELF_ONLY' } }))
    await allReceived()
    for (const [{ data }, status] of [
      [draft, 'SEND_TO_USER_INBOX'],
      [own, 'PUBLISH_COMPLETE'],
    ] as const) {
      await call('/status/fetch/', access, { publish_id: data.publish_id })
      const { text, data: body } = await call('/status/fetch/', access, { publish_id: data.publish_id })
      expect(body.status).toBe(status)
      expect(text).toContain('"publicaly_available_post_id":[]')
    }
    expect((await posted()).map(({ mode, publicAt }) => [mode, publicAt === null])).toEqual([
      ['MEDIA_UPLOAD', true],
      ['DIRECT_POST', false],
    ])
  })

  test.each([
    ['a PNG', () => image().png().toBuffer(), 'file_format_check_failed'],
    ['more than 1080 on the shorter side', () => image(1086, 1448).jpeg().toBuffer(), 'picture_size_check_failed'],
    ['a page', async () => Buffer.from('<!doctype html>'), 'file_format_check_failed'],
    ['a redirect', async () => 302, 'photo_pull_failed'],
    ['nothing', async () => 404, 'photo_pull_failed'],
  ])('fail together when one of them is %s', async (_what, make, reason) => {
    const access = await token()
    media.laid.set('a.jpg', await image().jpeg().toBuffer()).set('b.webp', await make())
    const { data } = await call('/content/init/', access, photoPost())
    await allReceived()
    await call('/status/fetch/', access, { publish_id: data.publish_id })
    expect((await call('/status/fetch/', access, { publish_id: data.publish_id })).data).toMatchObject({
      status: 'FAILED',
      fail_reason: reason,
    })
    expect((await posted())[0]?.publicAt).toBeNull()
  })

  test.each([
    ['a title of 91', { info: { title: 'x'.repeat(91) } }, 400, 'invalid_params'],
    ['a description of 4001', { info: { description: 'x'.repeat(4001) } }, 400, 'invalid_params'],
    ['no audience', { info: { privacy_level: undefined } }, 400, 'invalid_params'],
    ['an audience that is not offered', { info: { privacy_level: 'FOLLOWER_OF_CREATOR' } }, 403, 'privacy_level_option_mismatch'],
    ['a mode with a space', { rest: { post_mode: 'DIRECT POST' } }, 400, 'invalid_params'],
    ['no cover', { source: { photo_cover_index: undefined } }, 400, 'invalid_params'],
    ['a cover that is not there', { source: { photo_cover_index: 2 } }, 400, 'invalid_params'],
    ['no photo', { source: { photo_images: [] } }, 400, 'invalid_params'],
    ['36 photos', { source: { photo_images: Array.from({ length: 36 }, () => 'http://localhost:1/a.jpg') } }, 400, 'invalid_params'],
    ['an upload', { source: { source: 'FILE_UPLOAD' } }, 400, 'invalid_params'],
    ['a host that is not ours', { source: { photo_images: ['https://elsewhere.example/a.jpg'] } }, 403, 'url_ownership_unverified'],
    ['a host that only begins as ours', { source: { photo_images: ['http://localhost:80.evil.example/a.jpg'] } }, 400, 'invalid_params'],
    ['a host behind our name', { source: { photo_images: ['http://localhost:80@evil.example/a.jpg'] } }, 403, 'url_ownership_unverified'],
  ])('with %s are rejected', async (_what, overrides, status, code) => {
    expect(await call('/content/init/', await token(), photoPost(overrides))).toMatchObject({ status, code })
    expect(await posted()).toEqual([])
  })

  test('require the scope and an audit, and are limited per minute and day', async () => {
    media.laid.set('a.jpg', await image(108, 192).jpeg().toBuffer())
    const source = { photo_images: images('a.jpg') }
    expect(await call('/content/init/', await token('mira', 'user.info.basic,video.upload'), photoPost({ source }))).toMatchObject({
      status: 401,
      code: 'scope_not_authorized',
    })
    const access = await token()
    for (let minute = 0; minute < 3; minute += 1) {
      for (let post = 0; post < 6; post += 1) {
        const { code } = await call('/content/init/', access, photoPost({ source }))
        expect(code).toBe(minute * 6 + post < 15 ? 'ok' : 'spam_risk_too_many_posts')
      }
      expect(await call('/content/init/', access, photoPost({ source }))).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
      await control('/clock', { advance: 61 })
    }
    await allReceived()
    await control('/tiktok', { audited: false }, 'PATCH')
    const mira = await token('mira')
    expect(await call('/content/init/', mira, photoPost({ source }))).toMatchObject({
      status: 403,
      code: 'unaudited_client_can_only_post_to_private_accounts',
    })
    const forHerself = photoPost({ source, info: { privacy_level: 'SELF_ONLY' } })
    // Nor for her own eyes, while her account is public.
    expect(await call('/content/init/', mira, forHerself)).toMatchObject({
      status: 403,
      code: 'unaudited_client_can_only_post_to_private_accounts',
    })
    await control('/tiktok', { privateAccounts: ['mira', 'zoe'], unauditedUsers: 1 }, 'PATCH')
    // Sandy's posts of today were created earlier.
    await control('/clock', { advance: 86_400 })
    const [miraNow, zoe] = [await token('mira'), await token('zoe')]
    expect((await call('/content/init/', miraNow, forHerself)).code).toBe('ok')
    expect(await call('/content/init/', zoe, forHerself)).toMatchObject({ status: 403, code: 'reached_active_user_cap' })
    expect(await call('/creator_info/query/', zoe, {})).toMatchObject({ status: 200, code: 'reached_active_user_cap' })
    expect((await call('/creator_info/query/', miraNow, {})).code).toBe('ok')
    await allReceived()
  })

  test('of another user are hidden, and can be cancelled until they are public', async () => {
    const [sandy, mira] = [await token(), await token('mira')]
    media.laid.set('a.jpg', await image().jpeg().toBuffer()).set('b.webp', await image().webp().toBuffer())
    const { data } = await call('/content/init/', sandy, photoPost())
    const publish_id = data.publish_id
    expect(await call('/status/fetch/', mira, { publish_id })).toMatchObject({
      status: 400,
      code: 'token_not_authorized_for_specified_publish_id',
    })
    expect(await call('/status/fetch/', sandy, { publish_id: 'none' })).toMatchObject({ status: 400, code: 'invalid_publish_id' })
    await allReceived()
    expect(await call('/cancel/', sandy, { publish_id })).toMatchObject({ status: 400, code: 'publish_not_cancellable' })
    await control('/tiktok/fail-posts', { reasons: ['spam_risk_text'] })
    await call('/content/init/', sandy, photoPost())
    await allReceived()
    expect((await posted()).at(-1)).toMatchObject({ state: 'failed', failReason: 'spam_risk_text' })
  })
})

describe('videos', () => {
  const video = (size: number) => Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(size - 12, 7)])
  const start = (access: string, source_info: object, path = '/video/init/') =>
    call(path, access, { post_info: { title: 'x', privacy_level: 'SELF_ONLY' }, source_info: { source: 'FILE_UPLOAD', ...source_info } })
  const put = (url: string, bytes: Buffer, range: string, type = 'video/mp4') =>
    app.request(url, { method: 'PUT', headers: { 'content-type': type, 'content-range': range }, body: new Uint8Array(bytes) })

  test('are uploaded in one chunk, or in several of which the last takes the rest', async () => {
    const access = await token()
    const size = 12_000_123
    const bytes = video(size)
    const single = await start(access, { video_size: size, chunk_size: size, total_chunk_count: 1 })
    expect(new URL(single.data.upload_url).pathname).toBe('/tiktok-upload/video/')
    expect((await put(single.data.upload_url, bytes, `bytes 0-${size - 1}/${size}`)).status).toBe(201)

    const cut = await start(access, { video_size: size, chunk_size: 6_000_000, total_chunk_count: 2 })
    const url = cut.data.upload_url
    const first = await put(url, bytes.subarray(0, 6_000_000), `bytes 0-5999999/${size}`)
    expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-5999999/${size}`])
    expect((await put(url, bytes.subarray(0, 6_000_000), `bytes 0-5999999/${size}`)).status).toBe(416)
    expect((await put(url, bytes.subarray(6_000_000), `bytes 6000000-${size - 1}/${size}`, 'image/png')).status).toBe(400)
    expect((await put(url, bytes.subarray(6_000_000), `bytes 6000000-${size - 1}/${size}`)).status).toBe(201)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect((await posted()).map(({ state, files }) => [state, files])).toEqual([
      ['done', [{ sha256, bytes: size }]],
      ['done', [{ sha256, bytes: size }]],
    ])
  })

  test('resume after the response to a chunk is lost', async () => {
    const access = await token()
    const [size, chunk] = [12_000_000, 6_000_000]
    const bytes = video(size)
    const { data } = await start(access, { video_size: size, chunk_size: chunk, total_chunk_count: 2 })
    await control('/faults', { provider: 'tiktok-upload', next: [{ kind: '500' }, { kind: 'lost' }] })
    const first = () => put(data.upload_url, bytes.subarray(0, chunk), `bytes 0-${chunk - 1}/${size}`)
    const uploaded = async () => {
      const { text } = await call('/status/fetch/', access, { publish_id: data.publish_id })
      return Number(/"uploaded_bytes":(\d+)/.exec(text)?.[1])
    }
    expect([(await first()).status, await uploaded()]).toEqual([500, 0])
    expect([(await first()).status, await uploaded()]).toEqual([499, chunk])
    expect((await put(data.upload_url, bytes.subarray(chunk), `bytes ${chunk}-${size - 1}/${size}`)).status).toBe(201)
    expect((await posted())[0]?.files).toEqual([{ sha256: createHash('sha256').update(bytes).digest('hex'), bytes: size }])
  })

  test.each([
    [3_000_000, 3_000_000, 1, 'ok'],
    [50_000_123, 10_000_000, 5, 'ok'],
    [67_108_865, 10_485_760, 6, 'ok'],
    [50_000_123, 10_000_000, 6, 'invalid_params'],
    [12_000_000, 10_000_000, 1, 'invalid_params'],
    [70_000_000, 70_000_000, 1, 'invalid_params'],
    [12_000_000, 4_000_000, 3, 'invalid_params'],
  ])('%i bytes in chunks of %i, %i in all: %s', async (video_size, chunk_size, total_chunk_count, code) => {
    expect((await start(await token(), { video_size, chunk_size, total_chunk_count })).code).toBe(code)
  })

  test('handles inbox videos, expired upload URLs and invalid files', async () => {
    const access = await token('mira', 'user.info.basic,video.upload')
    const one = { video_size: 100, chunk_size: 100, total_chunk_count: 1 }
    expect((await start(access, one)).code).toBe('scope_not_authorized')
    const inbox = await start(access, one, '/inbox/video/init/')
    expect((await put(inbox.data.upload_url, Buffer.alloc(100), 'bytes 0-99/100')).status).toBe(201)
    expect((await posted())[0]).toMatchObject({ state: 'failed', failReason: 'file_format_check_failed' })
    const expired = await start(access, one, '/inbox/video/init/')
    await control('/clock', { advance: 3601 })
    expect((await put(expired.data.upload_url, video(100), 'bytes 0-99/100')).status).toBe(403)
    expect((await put(expired.data.upload_url.replace(/token=.*/, 'token=x'), video(100), 'bytes 0-99/100')).status).toBe(404)
  })
})

test('the post id is available after moderation', async () => {
  const access = await token()
  media.laid.set('a.jpg', await image().jpeg().toBuffer())
  await control('/tiktok', { moderationMs: 30, limited: false }, 'PATCH')
  const { data } = await call('/content/init/', access, photoPost({ source: { photo_images: images('a.jpg') } }))
  await allReceived()
  const pollStatus = () => call('/status/fetch/', access, { publish_id: data.publish_id })
  await pollStatus()
  expect((await pollStatus()).data.status).toBe('PUBLISH_COMPLETE')
  await expect.poll(async () => (await pollStatus()).text).toMatch(/"publicaly_available_post_id":\[\d{19}\]/)
})

test('branded content cannot be private', async () => {
  const info = { privacy_level: 'SELF_ONLY', brand_content_toggle: true }
  expect(await call('/content/init/', await token(), photoPost({ info }))).toMatchObject({ status: 400, code: 'invalid_params' })
})

describe('webhook events', () => {
  test('are signed over time and body', () => {
    const body =
      '{"client_key":"ck_tiktok","event":"post.publish.complete","create_time":1735689600,"user_openid":"oid_1","content":"{\\"publish_id\\":\\"p_pub_url~v2.7001\\",\\"publish_type\\":\\"DIRECT_POST\\"}"}'
    expect(signatureOf('cs_tiktok_secret', 1_735_689_600, body)).toBe(
      't=1735689600,s=1217cda19e1970b0846ae43995fc23a7670f9a81115ca9c9a7fda25400a14642',
    )
  })

  test('report posts and revocations, as often as configured', async () => {
    const received: { event: string; content: Record<string, unknown>; isSigned: boolean }[] = []
    const server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        const { event, content } = JSON.parse(body) as { event: string; content: string }
        const signature = String(incoming.headers['tiktok-signature'])
        const isSigned = signature === signatureOf('tiktok-sandbox-secret', Number(/^t=(\d+)/.exec(signature)?.[1]), body)
        received.push({ event, content: JSON.parse(content) as Record<string, unknown>, isSigned })
        outgoing.end()
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await control('/tiktok', { webhookUrl, webhookTimes: 2 }, 'PATCH')
    const access = await token()
    media.laid.set('a.jpg', await image().jpeg().toBuffer())
    const { data } = await call('/content/init/', access, photoPost({ source: { photo_images: images('a.jpg') } }))
    await call('/content/init/', access, photoPost({ source: { photo_images: images('none.jpg') } }))
    await allReceived()
    const [{ postId } = { postId: '' }] = await posted()
    await control('/tiktok/remove-post', { id: postId })
    await control('/tiktok/revoke', { account: 'sandy' })
    await expect.poll(() => received.length).toBe(10)
    expect(received.map(({ event }) => event).toSorted()).toEqual(
      [
        'authorization.removed',
        'post.publish.complete',
        'post.publish.failed',
        'post.publish.no_longer_publicaly_available',
        'post.publish.publicly_available',
      ].flatMap((event) => [event, event]),
    )
    expect(received.every(({ isSigned }) => isSigned)).toBe(true)
    expect(received.find(({ event }) => event.endsWith('complete'))?.content).toEqual({
      publish_id: data.publish_id,
      publish_type: 'DIRECT_POST',
    })
    expect(received.find(({ event }) => event.endsWith('failed'))?.content).toMatchObject({ reason: 'photo_pull_failed' })
  })
})
