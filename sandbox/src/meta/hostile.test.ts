import { describe, expect, test } from 'vitest'
import { livePosts, order } from '../testing/posting.ts'
import { INSTAGRAM, THREADS, type MetaNetwork } from './networks.ts'
import { caller, blogImage, type Caller } from './testing/calling.ts'

const NETWORKS: [string, MetaNetwork][] = [
  ['Instagram', INSTAGRAM],
  ['Threads', THREADS],
]
type Who = Awaited<ReturnType<Caller['grant']>>

const image = (network: MetaNetwork, url: string, more: Record<string, string> = {}) => ({
  ...(network.id === 'threads' && { media_type: 'IMAGE' }),
  image_url: url,
  ...more,
})
const subcode = async (reply: ReturnType<Caller['create']>) => (await reply).body.error?.error_subcode

async function children(at: Caller, who: Who, { network, count }: { network: MetaNetwork; count: number }): Promise<string[]> {
  const ids: string[] = []
  const params = image(network, `${at.pictures}square.jpg`, { is_carousel_item: 'true' })
  while (ids.length < count) ids.push(await at.ready(who, await at.create(who, params)))
  return ids
}
const parent = (ids: string[]) => ({ media_type: 'CAROUSEL', children: ids.join(',') })

describe.each(NETWORKS)('%s', (_label, network) => {
  test.each(['no token', 'a wrong token', 'a token of the other network'])('%s can neither read nor write', async (credentials) => {
    const at = await caller(network, { lasting: true })
    const { userId } = await at.grant()
    const other = network.id === 'threads' ? 'instagram' : 'threads'
    const { grants } = await order<{ grants: { accessToken: string }[] }>(at.app, `/${other}/grants`, { body: { accounts: ['sandy'] } })
    const tokens: Record<string, string> = {
      'a wrong token': `${network.tokenPrefix}Lwrong`,
      'a token of the other network': grants[0]?.accessToken ?? '',
    }
    const token = tokens[credentials]
    for (const [path, method] of [
      ['/me', 'GET'],
      [`/${userId}/${network.edges.create}`, 'POST'],
      [`/${userId}/${network.edges.publish}`, 'POST'],
      [`/${userId}/${network.edges.limit}`, 'GET'],
    ] as const) {
      const params = image(network, `${at.pictures}square.jpg`)
      const { status, body } = await at.call(path, { method, params, ...(token !== undefined && { token }) })
      expect([path, status, body.error]).toEqual([path, 400, expect.objectContaining({ code: 190, type: 'OAuthException' })])
    }
    expect(at.asked).toEqual([])
  })

  test('hides the paths, containers, children and posts of other accounts', async () => {
    const at = await caller(network)
    const [sandy, mira] = [await at.grant('sandy'), await at.grant('mira')]
    const params = image(network, `${at.pictures}square.jpg`)
    const foreignContainer = await at.ready(mira, await at.create(mira, params))
    const items = await children(at, mira, { network, count: 2 })
    const foreign = { token: sandy.token, userId: mira.userId }
    expect((await at.create(foreign, params)).body.error).toMatchObject({ code: 100, error_subcode: 33 })
    expect(await subcode(at.publish(foreign, foreignContainer))).toBe(33)
    expect(await subcode(at.publish(sandy, foreignContainer))).toBe(2207008)
    expect(await subcode(at.create(sandy, parent(items)))).toBe(2207028)
    const post = (await at.publish(mira, foreignContainer)).body.id ?? ''
    for (const id of [foreignContainer, post, mira.userId])
      expect((await at.call(`/${id}`, { token: sandy.token })).body.error?.error_subcode).toBe(33)
    for (const edge of [network.edges.list, network.edges.limit])
      expect((await at.call(`/${mira.userId}/${edge}`, { token: sandy.token })).body.error?.error_subcode).toBe(33)
    expect((await livePosts(at.app)).map(({ account }) => account)).toEqual(['mira'])
  })

  test('a carousel has two to its maximum of items, each ready and used once', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const ids = await children(at, who, { network, count: network.childrenMax + 1 })
    const single = await at.ready(who, await at.create(who, image(network, `${at.pictures}square.jpg`)))
    const [first = '', second = ''] = ids
    for (const invalid of [[], [first], [first, first], ids, [first, '1'], [first, single]])
      expect(await subcode(at.create(who, parent(invalid)))).toBe(2207028)
    expect((await at.create(who, parent(ids.slice(1)))).status).toBe(200)
    // Also as a list of JSON.
    expect((await at.create(who, { media_type: 'CAROUSEL', children: JSON.stringify([first, second]) })).status).toBe(200)
    expect(await subcode(at.publish(who, first))).toBe(2207008)
    await at.advance(86_400)
    expect(await subcode(at.create(who, parent([first, second])))).toBe(2207020)
  })

  test('a container that is not ready can neither be published nor be in a carousel', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const ids = await children(at, who, { network, count: 1 })
    await at.control('', { processingMs: 60_000 }, 'PATCH')
    const params = image(network, `${at.pictures}square.jpg`)
    const item = (await at.create(who, { ...params, is_carousel_item: 'true' })).body.id ?? ''
    const single = (await at.create(who, params)).body.id ?? ''
    expect([await at.status(who, item), await at.status(who, single)]).toEqual(['IN_PROGRESS', 'IN_PROGRESS'])
    expect(await subcode(at.create(who, parent([...ids, item])))).toBe(2207027)
    expect((await at.publish(who, single)).body.error).toMatchObject({ code: 9007, error_subcode: 2207027 })
    expect(await subcode(at.publish(who, '17900000000000000'))).toBe(2207008)
    expect((await at.publish(who, '')).body.error?.code).toBe(100)
  })

  test('rejects PNG files, and 9:16 in a carousel', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const isStrict = network.id === 'instagram'
    for (const [name, error] of [
      ['square.png', '2207005'],
      ['tall.jpg', '2207009'],
    ] as const) {
      const params = image(network, at.pictures + name, { is_carousel_item: 'true' })
      const item = await at.ready(who, await at.create(who, params), isStrict ? 'ERROR' : 'FINISHED')
      if (isStrict) {
        const { body } = await at.call(`/${item}`, { token: who.token, params: { fields: 'status' } })
        expect(body['status']).toBe(`Error: Media upload has failed with error code ${error}`)
        const [ready = ''] = await children(at, who, { network, count: 1 })
        expect(await subcode(at.create(who, parent([ready, item])))).toBe(2207028)
      }
    }
  })

  test('rejects long texts and invalid URLs', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const code = async (more: Record<string, string>) => {
      const { body } = await at.create(who, image(network, `${at.pictures}square.jpg`, more))
      return body.error?.error_subcode ?? body.error?.code
    }
    const text = (value: string) => code({ [network.textField]: value })
    expect(await text('a'.repeat(network.textMax + 1))).toBe(network.id === 'instagram' ? 2207010 : 100)
    expect([await text('a'.repeat(network.textMax)), await text('é'.repeat(network.textMax))]).toEqual([undefined, undefined])
    expect([await code({ alt_text: 'a'.repeat(1001) }), await code({ alt_text: 'a'.repeat(1000) })]).toEqual([100, undefined])
    if (network.id === 'threads') {
      // An emoji counts as four.
      expect([await text('🌿'.repeat(126)), await text('🌿'.repeat(125))]).toEqual([100, undefined])
      const links = (count: number) =>
        Array.from({ length: count }, (_, link) => `https://a.example/${link}. www.b${link}.example`).join(' ')
      expect([await text(links(3)), await text(links(2)), await text('www.a.example, '.repeat(6))]).toEqual([100, undefined, undefined])
      expect([await text('🇩🇪'.repeat(63)), await text('🇩🇪'.repeat(62)), await text('1️⃣'.repeat(72))]).toEqual([100, undefined, 100])
    } else {
      expect([await text('#a '.repeat(31)), await text('#a '.repeat(30))]).toEqual([2207040, undefined])
      expect([await text('@a '.repeat(21)), await text('@a '.repeat(20)), await text('me@example.com '.repeat(21))]).toEqual([
        2207040,
        undefined,
        undefined,
      ])
    }
    for (const url of [`${at.pictures}grün.jpg`, 'file:///etc/passwd', 'http://', `${at.pictures}a b.jpg`])
      expect(await code({ image_url: url })).toBe(2207052)
    expect(await code({ image_url: '' })).toBe(100)
    expect(await code({ media_type: 'OTHER' })).toBe(2207023)
  })

  test('follows no redirect, and downloads each file more than once', async () => {
    const at = await caller(network)
    const who = await at.grant()
    at.laid.set('a.jpg', await blogImage()).set('moved.jpg', 302)
    await at.ready(who, await at.create(who, image(network, `${at.pictures}moved.jpg`)), 'ERROR')
    expect(at.asked).toEqual(['moved.jpg'])
    await at.ready(who, await at.create(who, image(network, `${at.pictures}a.jpg`)))
    expect(at.asked).toEqual(['moved.jpg', 'a.jpg', 'a.jpg'])
  })

  test('accepts only MP4 videos', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const video = (name: string) =>
      at.create(who, {
        media_type: network.id === 'instagram' ? 'REELS' : 'VIDEO',
        video_url: at.pictures + name,
        [network.textField]: 'Move',
      })
    await at.ready(who, await video('square.jpg'), 'ERROR')
    const post = await at.publish(who, await at.ready(who, await video('clip.mp4')))
    const fields = 'media_type,media_product_type'
    const { body } = await at.call(`/${post.body.id}`, { token: who.token, params: { fields } })
    expect(body).toMatchObject({ media_type: 'VIDEO', media_product_type: network.id === 'instagram' ? 'REELS' : 'THREADS' })
    if (network.id === 'instagram')
      expect(await subcode(at.create(who, { media_type: 'VIDEO', video_url: `${at.pictures}clip.mp4` }))).toBe(2207067)
  })

  test('returns errors of restricted accounts and injected errors', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const params = image(network, `${at.pictures}square.jpg`)
    await at.control('/fail-containers', { errors: ['2207003'] })
    await at.ready(who, await at.create(who, params), 'ERROR')
    const container = await at.ready(who, await at.create(who, params))
    await at.control('', { restrictedAccounts: ['sandy'] }, 'PATCH')
    expect(await subcode(at.publish(who, container))).toBe(Number(network.restrictedError))
    await at.control('', { restrictedAccounts: [] }, 'PATCH')
    const next = ['2207051', '2207001'].map((code) => ({ kind: 'error', status: 400, code, path: network.edges.publish }))
    await order(at.app, '/faults', { body: { provider: network.id, next } })
    expect((await at.publish(who, container)).body.error).toMatchObject({ code: 4, error_subcode: 2207051, is_transient: false })
    expect((await at.publish(who, container)).body.error).toMatchObject({ code: -1, error_subcode: 2207001, is_transient: true })
    expect((await at.publish(who, container)).status).toBe(200)
  })

  test('limits daily requests and reports the time until the reset', async () => {
    const at = await caller(network)
    const who = await at.grant()
    await at.control('', { callsADay: 2 }, 'PATCH')
    const usage = (headers: Headers) =>
      (JSON.parse(headers.get('x-business-use-case-usage') ?? '{}') as Record<string, unknown>)[who.userId]
    expect(usage((await at.call('/me', who)).headers)).toMatchObject([
      { type: network.id, call_count: 50, estimated_time_to_regain_access: 0 },
    ])
    await at.call('/me', who)
    const invalid = await at.call('/me', who)
    expect(invalid.body.error).toMatchObject({ code: network.id === 'instagram' ? 80002 : 4, is_transient: true })
    expect(usage(invalid.headers)).toMatchObject([{ call_count: 100, estimated_time_to_regain_access: 1440 }])
    await at.advance(86_400)
    expect((await at.call('/me', who)).status).toBe(200)
  })

  test('rejects unknown fields and pages results', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const ids: (string | undefined)[] = []
    for (let count = 0; count < 3; count += 1)
      ids.unshift((await at.publish(who, await at.ready(who, await at.create(who, image(network, `${at.pictures}square.jpg`))))).body.id)
    for (const path of ['/me', `/${ids[0]}`, `/me/${network.edges.list}`])
      expect((await at.call(path, { token: who.token, params: { fields: 'id,other' } })).body.error?.message).toContain('(other)')
    const page = async (after?: string) =>
      (await at.call(`/me/${network.edges.list}`, { token: who.token, params: { limit: '2', ...(after && { after }) } }))
        .body as unknown as {
        data: { id: string }[]
        paging: { cursors: { after: string } }
      }
    const first = await page()
    const second = await page(first.paging.cursors.after)
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids)
    await at.control('/remove-post', { id: ids[0] })
    expect((await at.call(`/${ids[0]}`, who)).body.error?.error_subcode).toBe(33)
    expect((await page()).data.map(({ id }) => id)).toEqual(ids.slice(1))
  })
})
