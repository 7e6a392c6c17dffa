import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { livePosts, order } from '../testing/posting.ts'
import type { FeedPost } from '../feed/post.ts'
import { createChaos, type ChaosState } from '../kit/chaos.ts'
import { INSTAGRAM, THREADS, type MetaNetwork } from './networks.ts'
import { caller, type Caller } from './testing/calling.ts'

const NETWORKS: [string, MetaNetwork][] = [
  ['Instagram', INSTAGRAM],
  ['Threads', THREADS],
]
const single = (network: MetaNetwork, url: string, more: Record<string, string> = {}) => ({
  ...(network.id === 'threads' && { media_type: 'IMAGE' }),
  image_url: url,
  ...more,
})

async function carousel(at: Caller, who: { token: string; userId: string }, { network, names }: { network: MetaNetwork; names: string[] }) {
  const children = await Promise.all(
    names.map((name, number) =>
      at.create(
        who,
        single(network, at.pictures + name, { is_carousel_item: 'true', alt_text: `Slide ${number + 1}`, caption: 'lost', text: 'lost' }),
      ),
    ),
  )
  const ids: string[] = []
  for (const child of children) ids.push(await at.ready(who, child))
  return at.create(who, {
    media_type: 'CAROUSEL',
    children: ids.join(','),
    [network.textField]: 'Every day #calm',
    is_ai_generated: 'true',
  })
}

describe.each(NETWORKS)('%s', (_label, network) => {
  test('publishes a carousel with its files, texts and alternative texts', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const parent = await at.ready(who, await carousel(at, who, { network, names: ['square.jpg', 'square.jpg'] }))
    const published = await at.publish(who, parent)
    expect(published).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^\d{17}$/) } })
    expect(await at.status(who, parent)).toBe('PUBLISHED')
    const bytes = at.laid.get('square.jpg') as Buffer
    const file = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.byteLength, width: 108, height: 108 }
    const [post] = await livePosts(at.app)
    expect(post).toMatchObject({
      platform: network.id,
      account: 'sandy',
      id: published.body.id,
      publishId: parent,
      tags: ['calm'],
      audience: 'everyone',
      files: [
        { ...file, alt: 'Slide 1' },
        { ...file, alt: 'Slide 2' },
      ],
    })
    expect(`${post?.description}${post?.text}`).toBe('Every day #calm')
    const { posts } = (await (await at.app.request(`/feed/posts?platform=${network.id}`)).json()) as { posts: FeedPost[] }
    expect(posts.map(({ id, placement }) => [id, placement])).toEqual([[published.body.id, 'feed']])
    expect(await (await at.app.request('/feed/state')).json()).toMatchObject({ out: { [network.id]: 1, tiktok: 0 }, waiting: 0 })
    const fields = `${network.textField},permalink,media_type,timestamp,username`
    const read = await at.call(`/${published.body.id}`, { token: who.token, params: { fields } })
    expect(read.body).toMatchObject({ id: published.body.id, media_type: 'CAROUSEL_ALBUM', username: 'sandy.creates' })
    const address = new URL(String(read.body['permalink']))
    expect((await at.app.request(address.pathname)).status).toBe(200)
    const { data } = (await at.call(`/me/${network.edges.list}`, { token: who.token, params: { fields: 'id,timestamp' } })).body
    expect(data).toEqual([{ id: published.body.id, timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/) }])
  })

  test('accepts versioned paths and tokens as parameters', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const version = network.id === 'threads' ? 'v1.0' : 'v25.0'
    const params = { fields: 'username', access_token: who.token }
    expect((await at.call(`/${version}/me`, { params })).body['username']).toBe('sandy.creates')
    expect((await at.call('/v0.1/me', { params })).body.error?.code).toBe(2500)
    const created = await at.call(`/${version}/${who.userId}/${network.edges.create}`, {
      params: { ...single(network, `${at.pictures}square.jpg`), access_token: who.token },
      method: 'POST',
    })
    const id = await at.ready(who, created)
    expect((await at.call(`/${version}/${id}`, { params: { access_token: who.token } })).body).toEqual({ id })
  })

  test('the daily limit counts published posts and expires', async () => {
    const at = await caller(network)
    const who = await at.grant()
    await at.control('', { postsADay: 1 }, 'PATCH')
    const ids = [await at.ready(who, await at.create(who, single(network, `${at.pictures}square.jpg`)))]
    ids.push(await at.ready(who, await at.create(who, single(network, `${at.pictures}square.jpg`))))
    const [first = '', second = ''] = ids
    expect((await at.publish(who, first)).status).toBe(200)
    expect((await at.publish(who, second)).body.error).toMatchObject({ code: 9, error_subcode: 2207042, type: 'OAuthException' })
    const usage = () => at.call(`/${who.userId}/${network.edges.limit}`, { token: who.token, params: { fields: 'config,quota_usage' } })
    expect((await usage()).body).toEqual({ data: [{ quota_usage: 1, config: { quota_total: 1, quota_duration: 86_400 } }] })
    await at.advance(86_000)
    expect((await at.publish(who, second)).body.error?.error_subcode).toBe(2207042)
    await at.advance(401)
    expect((await usage()).body['data']).toMatchObject([{ quota_usage: 0 }])
    expect(await at.status(who, second)).toBe('EXPIRED')
    expect((await at.publish(who, second)).body.error).toMatchObject({ code: -2, error_subcode: 2207020 })
  })

  test('publishes even when the response is lost', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const container = await at.ready(who, await at.create(who, single(network, `${at.pictures}square.jpg`)))
    await order(at.app, '/faults', { body: { provider: network.id, next: [{ kind: 'lost', path: network.edges.publish }] } })
    await expect(at.publish(who, container)).rejects.toThrow('fetch failed')
    expect(await at.status(who, container)).toBe('PUBLISHED')
    expect((await at.publish(who, container)).body.error?.error_subcode).toBe(2207008)
    expect(await livePosts(at.app)).toHaveLength(1)
  })

  test('after a lost response, a container may stay FINISHED and a second request duplicates the post', async () => {
    const at = await caller(network)
    const who = await at.grant()
    await at.control('', { publishDelayMs: 300 }, 'PATCH')
    const container = await at.ready(who, await at.create(who, single(network, `${at.pictures}square.jpg`)))
    await order(at.app, '/faults', { body: { provider: network.id, next: [{ kind: 'lost', path: network.edges.publish }] } })
    await expect(at.publish(who, container)).rejects.toThrow('fetch failed')
    expect(await at.status(who, container)).toBe('FINISHED')
    expect((await at.publish(who, container)).status).toBe(200)
    await expect.poll(async () => (await livePosts(at.app)).length).toBe(2)
    expect(await at.status(who, container)).toBe('PUBLISHED')
  })

  test('a request dropped before it arrives publishes nothing', async () => {
    const at = await caller(network)
    const who = await at.grant()
    const container = await at.ready(who, await at.create(who, single(network, `${at.pictures}square.jpg`)))
    await order(at.app, '/faults', {
      body: { provider: network.id, next: [{ kind: 'dropped', path: network.edges.publish }, { kind: '500' }] },
    })
    await expect(at.publish(who, container)).rejects.toThrow('fetch failed')
    expect((await at.publish(who, container)).body.error).toMatchObject({ code: 2, is_transient: true })
    expect([await at.status(who, container), await livePosts(at.app)]).toEqual(['FINISHED', []])
  })

  test.each([
    ['is not there', 'missing.jpg', '2207052'],
    ['is no picture', 'clip.mp4', '2207005'],
    ['is wide', 'wide.jpg', '2207009'],
    ['is too large', 'large.jpg', '2207004'],
  ])('a file that %s is rejected', async (_what, name, subcode) => {
    const at = await caller(network)
    const who = await at.grant()
    const { default: sharp } = await import('sharp')
    at.laid.set(
      'wide.jpg',
      await sharp({ create: { width: 1200, height: 100, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer(),
    )
    at.laid.set('large.jpg', Buffer.alloc(8 * 1024 * 1024 + 1))
    const params = single(network, at.pictures + name)
    const container = await at.ready(who, await at.create(who, params), 'ERROR')
    const { body } = await at.call(`/${container}`, {
      token: who.token,
      params: { fields: network.id === 'threads' ? 'error_message' : 'status' },
    })
    expect(body).toMatchObject(
      network.id === 'threads'
        ? { error_message: subcode === '2207009' ? 'INVALID_ASPEC_RATIO' : 'UNKNOWN' }
        : { status: `Error: Media upload has failed with error code ${subcode}` },
    )
    expect((await at.publish(who, container)).body.error?.error_subcode).toBe(Number(subcode))
    await at.control('', { pullsFirst: true }, 'PATCH')
    expect((await at.create(who, params)).body.error?.error_subcode).toBe(Number(subcode))
  })
})

test('a story is 9:16, without a caption, and listed separately', async () => {
  const at = await caller(INSTAGRAM)
  const who = await at.grant()
  const params = { media_type: 'STORIES', image_url: `${at.pictures}tall.jpg`, caption: 'lost' }
  const { body } = await at.publish(who, await at.ready(who, await at.create(who, params)))
  const ids = async (edge: string) => (await at.call(`/${who.userId}/${edge}`, who)).body['data']
  expect([await ids('stories'), await ids('media')]).toEqual([[{ id: body.id }], []])
  const { post } = (await (await at.app.request(`/feed/posts/instagram/${body.id}`)).json()) as { post: FeedPost }
  expect(post).toMatchObject({ placement: 'story', description: '', parts: [{ kind: 'pages' }] })
})

test('the feed labels AI content on the post and not on its items', async () => {
  const at = await caller(INSTAGRAM)
  const who = await at.grant()
  const notes = async (more: Record<string, string>) => {
    const params = { image_url: `${at.pictures}square.jpg`, alt_text: 'A square', ...more }
    const { body } = await at.publish(who, await at.ready(who, await at.create(who, params)))
    return ((await (await at.app.request(`/feed/posts/instagram/${body.id}`)).json()) as { post: FeedPost }).post
  }
  const labelled = await notes({ is_ai_generated: 'true' })
  expect(labelled).toMatchObject({
    notes: ['Labelled as AI-generated'],
    parts: [{ kind: 'pages', files: [{ alt: 'A square', type: 'image/jpeg' }] }],
  })
  expect((await notes({})).notes).toEqual([])
})

test('publishes a text-only post on Threads', async () => {
  const at = await caller(THREADS)
  const who = await at.grant()
  const { body } = await at.publish(who, await at.ready(who, await at.create(who, { media_type: 'TEXT', text: 'Calm' })))
  expect(await livePosts(at.app)).toMatchObject([{ id: body.id, text: 'Calm', files: [] }])
  expect((await at.create(who, { media_type: 'TEXT' })).body.error?.code).toBe(100)
})

test('chaos mode affects publishing and delays containers', async () => {
  const at = await caller(INSTAGRAM)
  const who = await at.grant()
  await at.control('', { limited: false }, 'PATCH')
  const container = await at.ready(who, await at.create(who, { image_url: `${at.pictures}square.jpg` }))
  await order(at.app, '/unkind', { method: 'PUT', body: { seed: 'a', scale: 4, stallMs: 0 } })
  for (let count = 0; count < 20; count += 1) expect((await at.call('/me', who)).status).toBe(200)
  const statuses = new Set<number>()
  for (let count = 0; count < 40; count += 1)
    statuses.add((await at.publish({ ...who, userId: 'me' }, container).catch(() => ({ status: 0 }))).status)
  expect((await order<ChaosState>(at.app, '/unkind', { method: 'GET' })).calls).toBe(40)
  expect(statuses.size).toBeGreaterThan(2)
  const seeds = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
  const delays: number[] = []
  for (const seed of seeds) {
    const chaos = createChaos({ isOn: false })
    await chaos.app.request('/_control/unkind', { method: 'PUT', body: JSON.stringify({ seed, scale: 4 }) })
    for (let count = 0; count < 100; count += 1) delays.push(chaos.publishDelay())
  }
  const delayed = delays.filter((ms) => ms > 0).length
  expect([delayed > 150, delayed < 250]).toEqual([true, true])
})
