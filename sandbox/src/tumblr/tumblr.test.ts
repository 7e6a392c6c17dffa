import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  allowed,
  api,
  CALLBACK,
  changeSettings,
  connect,
  CONSUMER,
  control,
  decide,
  fields,
  requestToken,
  sandbox,
  signed,
  type Call,
  type Credentials,
  type Envelope,
} from './testing/calling.ts'

describe('connecting an account', () => {
  test('takes a request token, consent and an access token, each once', async () => {
    const app = sandbox()
    const reply = await signed(app, '/oauth/request_token', {
      method: 'POST',
      data: { oauth_callback: CALLBACK },
      headers: { accept: 'application/json' },
    })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/x-www-form-urlencoded'])
    const text = await reply.text()
    expect(text).toMatch(/^oauth_token=[\w-]+&oauth_token_secret=[\w-]+&oauth_callback_confirmed=true$/)
    const request = await fields(new Response(text))
    const page = await app.request(`/tumblr/oauth/authorize?oauth_token=${request.key}`)
    expect(await page.text()).toContain('mira-bakes.tumblr.com')

    const yes = await decide(app, request.key, { account: 'mira', decision: 'allow' })
    const back = new URL(yes.headers.get('location') ?? '')
    expect([yes.status, back.origin + back.pathname, back.hash]).toEqual([303, CALLBACK, '#_=_'])
    expect(back.searchParams.get('oauth_token')).toBe(request.key)
    expect((await decide(app, request.key, { account: 'sandy', decision: 'allow' })).status).toBe(400)
    expect((await app.request(`/tumblr/oauth/authorize?oauth_token=${request.key}`)).status).toBe(400)

    const trade = { method: 'POST', token: request, data: { oauth_verifier: back.searchParams.get('oauth_verifier') ?? '' } }
    const access = await fields(await signed(app, '/oauth/access_token', trade))
    expect((await api(app, '/v2/user/info', access)).response.user.name).toBe('mira-bakes')
    expect((await signed(app, '/oauth/access_token', trade)).status).toBe(401)
  })

  test('also exchanges by GET with the verifier in the query', async () => {
    const app = sandbox()
    const { request, verifier } = await allowed(app)
    const reply = await signed(app, `/oauth/access_token?oauth_verifier=${verifier}`, { token: request })
    expect(await reply.text()).toMatch(/^oauth_token=/)
  })

  test('a declined request token is invalid', async () => {
    const app = sandbox()
    const request = await requestToken(app)
    const no = await decide(app, request.key, { decision: 'deny' })
    expect([no.status, no.headers.get('location')]).toEqual([303, CALLBACK])
    const trade = await signed(app, '/oauth/access_token', { method: 'POST', token: request, data: { oauth_verifier: 'undefined' } })
    expect([trade.status, await trade.text()]).toEqual([401, 'Missing or invalid oauth_verifier.'])
  })

  test('rejects a wrong, early or foreign verifier', async () => {
    const app = sandbox()
    const [mine, other] = [await allowed(app), await allowed(app, 'mira')]
    const undecided = await requestToken(app)
    const trade = async (token: Credentials, oauth_verifier: string) =>
      (await signed(app, '/oauth/access_token', { method: 'POST', token, data: { oauth_verifier } })).status
    expect(await trade(mine.request, 'wrong')).toBe(401)
    expect(await trade(mine.request, other.verifier)).toBe(401)
    expect(await trade(undecided, mine.verifier)).toBe(401)
    expect(await trade(mine.request, mine.verifier)).toBe(200)
  })

  test.each(['oob', 'http://localhost:3000/other', `${CALLBACK}?a=1`, 'https://evil.example/tumblr_callback'])(
    'rejects the unregistered callback %s',
    async (oauth_callback) => {
      expect((await signed(sandbox(), '/oauth/request_token', { method: 'POST', data: { oauth_callback } })).status).toBe(401)
    },
  )

  test('a request token expires after ten minutes, an access token only with the consent', async () => {
    const app = sandbox()
    const [access, late] = [await connect(app), await allowed(app)]
    await control(app, '/clock', { advance: 601 })
    expect((await signed(app, '/oauth/access_token', { token: late.request, data: { oauth_verifier: late.verifier } })).status).toBe(401)
    await control(app, '/clock', { advance: 5 * 31_536_000 })
    expect((await api(app, '/v2/user/info', access)).status).toBe(200)
    await control(app, '/tumblr/revoke', { account: 'sandy' })
    expect(await api(app, '/v2/user/info', access)).toMatchObject({ status: 401, errors: [{ code: 1016 }], response: [] })
  })
})

describe('signatures', () => {
  const now = Math.floor(Date.now() / 1000)
  test.each([
    ['another secret', { consumer: { ...CONSUMER, secret: 'cs sandbox secret' } }, /does not match expected value/],
    ['an unknown key', { consumer: { key: 'other', secret: 'x' } }, /oauth_consumer_key is not known/],
    ['a changed parameter', { tamper: (oauth) => ({ ...oauth, oauth_callback: `${CALLBACK}x` }) }, /does not match expected value/],
    ['a short nonce', { tamper: (oauth) => ({ ...oauth, oauth_nonce: 'a' }) }, /does not match/],
    ['no nonce', { tamper: (oauth) => ({ ...oauth, oauth_nonce: '' }) }, /oauth_nonce required/],
    ['an empty signature', { tamper: (oauth) => ({ ...oauth, oauth_signature: '' }) }, /oauth_signature required/],
    ['plain text', { tamper: (oauth) => ({ ...oauth, oauth_signature_method: 'PLAINTEXT' }) }, /not supported/],
    ['a time six minutes ago', { timestamp: now - 360 }, /oauth_timestamp/],
    ['a time in six minutes', { timestamp: now + 360 }, /oauth_timestamp/],
  ] as [string, Call, RegExp][])('%s is refused in plain text', async (_what, call, text) => {
    const reply = await signed(sandbox(), '/oauth/request_token', { method: 'POST', data: { oauth_callback: CALLBACK }, ...call })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([401, expect.stringContaining('text/plain')])
    expect(await reply.text()).toMatch(text)
  })

  test('reject a replayed request', async () => {
    const app = sandbox()
    const token = await connect(app)
    let header: Record<string, string> = {}
    const keep = (oauth: Record<string, string>) => (header = oauth)
    expect((await signed(app, '/v2/user/info', { token, tamper: keep })).status).toBe(200)
    expect((await signed(app, '/v2/user/info', { token, tamper: () => header })).status).toBe(401)
  })

  test('cover the query and the URL under which the sandbox is known', async () => {
    const app = sandbox()
    const token = await connect(app)
    expect((await signed(app, '/v2/user/following?limit=2&offset=1', { token })).status).toBe(200)
    const moved = sandbox({ publicUrl: 'https://sandbox.example.com/' })
    expect((await signed(moved, '/oauth/request_token', { method: 'POST', data: { oauth_callback: CALLBACK } })).status).toBe(401)
  })

  test('reject a token of another application', async () => {
    const app = sandbox()
    const token = await connect(app)
    const own = { key: `own-${randomUUID()}`, secret: 'own-secret' }
    await control(app, '/tumblr/clients', own)
    expect((await signed(app, '/v2/user/info', { token, consumer: own })).status).toBe(401)
  })
})

describe('the read API', () => {
  test('identifies the user, with the number of followed blogs', async () => {
    const app = sandbox()
    const { response } = await api(app, '/v2/user/info', await connect(app))
    expect(response.user).toMatchObject({
      name: 'sandy-studio',
      following: 25,
      blogs: [
        { name: 'sandy-studio', primary: true },
        { name: 'sandy-sketches', primary: false },
        { name: 'sandy-on-the-road', primary: false },
      ],
    })
  })

  test('pages followed blogs by twenty, one page being short', async () => {
    const app = sandbox()
    const token = await connect(app)
    const page = async (query: string) => (await api(app, `/v2/user/following${query}`, token)).response
    const [first, second, clamped] = [await page(''), await page('?limit=20&offset=20'), await page('?limit=50')]
    expect([first.total_blogs, first.blogs.length, second.blogs.length]).toEqual([25, 18, 5])
    expect(clamped).toEqual(first)
    expect(new Set([...first.blogs, ...second.blogs].map((blog) => blog.name)).size).toBe(23)
    await changeSettings(app, '/tumblr', { clampFollowing: false })
    const refused = await api(app, '/v2/user/following?limit=50', token)
    expect(refused).toMatchObject({ status: 400, meta: { msg: 'Bad Request' } })
    expect(refused).not.toHaveProperty('response')
    expect((await api(app, '/v2/user/following', await connect(app, 'newbie'))).response).toEqual({ total_blogs: 0, blogs: [] })
  })

  test('returns posts of both editors in the requested format', async () => {
    const app = sandbox()
    const token = await connect(app)
    const posts = async (npf: boolean) => (await api(app, `/v2/blog/calm-photos/posts/photo?limit=15&npf=${npf}`, token)).response.posts
    const [legacy, blocks] = [await posts(false), await posts(true)]
    expect(legacy).toHaveLength(15)
    expect(new Set(legacy.map((post) => post['type']))).toEqual(new Set(['photo', 'text']))
    for (const post of legacy) {
      if (post['type'] === 'text') expect(post).toMatchObject({ body: expect.stringContaining('<figure'), title: null })
      else
        expect(post['photos']).toEqual(
          expect.arrayContaining([expect.objectContaining({ original_size: expect.any(Object), alt_sizes: expect.any(Array) })]),
        )
    }
    expect(new Set(blocks.map((post) => post['type']))).toEqual(new Set(['blocks']))
    expect(blocks.map((post) => post['id_string'])).toEqual(legacy.map((post) => post['id_string']))
    const reblog = blocks.find((post) => (post['trail'] as unknown[]).length > 0)
    expect(reblog).toMatchObject({ content: [], trail: [{ content: [{ type: 'image' }, { type: 'text' }] }] })
    expect(JSON.stringify(blocks)).toContain('image/gif')
  })

  test('returns ids beyond JavaScript’s safe integers', async () => {
    const app = sandbox()
    const reply = await app.request('/tumblr/v2/blog/calm-photos/posts?limit=1&api_key=ck_sandbox_key', { headers: { 'user-agent': 'x' } })
    const text = await reply.text()
    const [, digits = ''] = /"id":(\d+),/.exec(text) ?? []
    expect(text).toContain(`"id_string":"${digits}"`)
    expect(String(Number(digits))).not.toBe(digits)
  })

  test('supports pages, tags and ids, and rejects invalid combinations', async () => {
    const app = sandbox()
    const get = async (path: string) => {
      const reply = await app.request(`/tumblr/v2${path}`, { headers: { 'user-agent': 'x' } })
      return { status: reply.status, body: (await reply.json()) as Envelope }
    }
    const key = 'api_key=ck_sandbox_key'
    const ids = (body: Envelope) => body.response.posts.map((post) => post['id_string'])
    const first = await get(`/blog/calm-photos.tumblr.com/posts?limit=10&${key}`)
    const second = await get(`/blog/calm-photos/posts?limit=10&offset=10&${key}`)
    expect(first.body.response).toMatchObject({ _links: { next: { query_params: { offset: '10' } } } })
    expect(new Set([...ids(first.body), ...ids(second.body)]).size).toBe(10 + second.body.response.posts.length)
    const [one] = ids(first.body)
    expect(ids((await get(`/blog/calm-photos/posts?id=${String(one)}&${key}`)).body)).toEqual([one])
    for (const post of (await get(`/blog/calm-photos/posts?tag=SEA&${key}`)).body.response.posts) expect(post['tags']).toContain('sea')
    expect((await get(`/blog/calm-photos/posts?before=1&offset=1&${key}`)).status).toBe(400)
    expect((await get(`/blog/nobody-here/posts?${key}`)).status).toBe(404)
    expect((await get('/blog/calm-photos/posts?api_key=wrong')).status).toBe(401)
    expect((await get('/blog/calm-photos/posts')).status).toBe(401)
    const tagged = (await get(`/tagged?tag=calm&limit=5&${key}`)).body.response as unknown as { timestamp: number; tags: string[] }[]
    expect(tagged).toHaveLength(5)
    expect(tagged.map((post) => post.timestamp)).toEqual(tagged.map((post) => post.timestamp).toSorted((a, b) => b - a))
    const nameless = await app.request(`/tumblr/v2/blog/calm-photos/posts?${key}`, { headers: { 'user-agent': 'node' } })
    expect(nameless.status).toBe(403)
    const bare = await app.request(`/tumblr/v2/blog/calm-photos/posts?${key}`, { headers: { 'user-agent': '' } })
    expect(bare.status).toBe(403)
  })

  test('limits an application to a thousand requests an hour, reported in headers', async () => {
    const app = sandbox()
    await changeSettings(app, '/tumblr', { perHour: 3 })
    const [sandy, mira] = [await connect(app), await connect(app, 'mira')]
    const first = await api(app, '/v2/user/info', sandy)
    expect([first.headers.get('x-ratelimit-perhour-limit'), first.headers.get('x-ratelimit-perhour-remaining')]).toEqual(['3', '2'])
    expect(Number(first.headers.get('x-ratelimit-perhour-reset'))).toBeGreaterThan(3590)
    await api(app, '/v2/user/info', mira)
    await api(app, '/v2/user/info', mira)
    expect(await api(app, '/v2/user/info', sandy)).toMatchObject({
      status: 429,
      meta: { msg: 'Limit Exceeded' },
      response: { error: 'Rate Limit Exceeded' },
    })
    await control(app, '/clock', { advance: 3601 })
    expect((await api(app, '/v2/user/info', sandy)).status).toBe(200)
  })

  test('serves every image with the size and type that its post states', async () => {
    const app = sandbox()
    const reply = await app.request('/tumblr/v2/blog/house-plants-daily/posts?npf=true&api_key=ck_sandbox_key', {
      headers: { 'user-agent': 'x' },
    })
    const text = await reply.text()
    const media = [
      ...text.matchAll(/"type":"(image\/\w+)","url":"http:\/\/localhost(\/tumblr-media\/[^"]+)","width":(\d+),"height":(\d+)/g),
    ]
    const small = media.filter(([, , , width]) => Number(width) <= 250)
    expect(small.length).toBeGreaterThan(20)
    for (const [, type, path = '', width, height] of small.slice(0, 40)) {
      const file = await app.request(path)
      const bytes = Buffer.from(await file.arrayBuffer())
      const found = await sharp(bytes).metadata()
      expect([file.headers.get('content-type'), `image/${found.format}`, found.width, found.height]).toEqual([
        type,
        type,
        Number(width),
        Number(height),
      ])
    }
    const [, , path = ''] = small[0] ?? []
    const again = await sandbox().request(path)
    expect(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(await (await app.request(path)).arrayBuffer()))).toBe(true)
    expect((await app.request('/tumblr-media/none/x/s1/y.jpg')).status).toBe(404)
  })
})

test('returns faults in Tumblr’s format', async () => {
  const app = sandbox()
  const token = await connect(app)
  await control(app, '/faults', {
    provider: 'tumblr',
    next: [{ kind: '401' }, { kind: '403' }, { kind: '429', retryAfter: 9 }, { kind: '500' }, { kind: 'html' }],
  })
  expect((await api(app, '/v2/user/info', token)).errors?.[0]?.code).toBe(1016)
  expect((await api(app, '/v2/user/info', token)).errors?.[0]?.code).toBe(8004)
  const limited = await api(app, '/v2/user/info', token)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9'])
  expect((await api(app, '/v2/user/info', token)).status).toBe(500)
  const page = await signed(app, '/v2/user/info', { token })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])
  expect((await api(app, '/v2/user/info', token)).status).toBe(200)
  await control(app, '/faults', { provider: 'tumblr', next: [{ kind: '500' }] })
  const login = await signed(app, '/oauth/request_token', { method: 'POST', data: { oauth_callback: CALLBACK } })
  expect([login.status, await login.text()]).toEqual([500, 'Asked for by a fault switch.'])
})
