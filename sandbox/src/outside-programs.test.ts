import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth, drive } from '@googleapis/drive'
import { serve } from '@hono/node-server'
import { decodeIdToken, generateCodeVerifier, Google, OAuth2RequestError, TikTok } from 'arctic'
import OAuth from 'oauth'
import { OpenAI } from 'openai'
import sharp from 'sharp'
import tumblr from 'tumblr.js'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox } from './sandbox.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from './testing/localhost-tls.ts'

// Unmodified npm packages; only their host changes.

interface Address {
  http: string
  https: string
}

/** Where programs that know the providers' own hosts find them here. */
const HOSTS: Readonly<Record<string, string>> = {
  'www.tiktok.com': '/tiktok',
  'open.tiktokapis.com': '/tiktok',
  'accounts.google.com': '/google/accounts',
  'oauth2.googleapis.com': '/google/oauth2',
}

let at: Address
let stop: () => void
beforeEach(async () => {
  const app = createSandbox({ seed: '', fast: true })
  const options = { fetch: app.fetch, port: 0, hostname: '127.0.0.1' }
  const tls = { createServer, serverOptions: { key: LOCALHOST_KEY, cert: LOCALHOST_CERT } }
  const servers = await Promise.all(
    [options, { ...options, ...tls }].map(
      (input) =>
        new Promise<ReturnType<typeof serve>>((resolve) => {
          const server = serve(input, () => resolve(server))
        }),
    ),
  )
  const [http, https] = servers.map((server) => (server.address() as AddressInfo).port)
  at = { http: `http://127.0.0.1:${http}`, https: `https://127.0.0.1:${https}` }
  stop = () => {
    for (const server of servers) {
      if ('closeAllConnections' in server) server.closeAllConnections()
      server.close()
    }
  }
  globalAgent.options.ca = LOCALHOST_CERT
})
afterEach(() => {
  delete globalAgent.options.ca
  globalAgent.destroy()
  stop()
})

/** The same address at the sandbox. */
function here(address: URL): string {
  const path = HOSTS[address.host]
  return path === undefined ? address.href : at.http + path + address.pathname + address.search
}

/** For packages with a fixed host. */
function sendHere(): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    if (!(input instanceof Request)) return fetch(here(new URL(input)), init)
    return fetch(new Request(here(new URL(input.url)), input), init)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
}

/** Allows access on a consent page, and returns the query of the redirect. */
async function allow(page: string, form: [string, string][]): Promise<URLSearchParams> {
  const consentPage = await fetch(page)
  expect([consentPage.status, consentPage.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  const reply = await fetch(page, { method: 'POST', body: new URLSearchParams([['decision', 'allow'], ...form]), redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '').searchParams
}

async function files(count: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'outside-programs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const image = await sharp({ create: { width: 108, height: 192, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()
  const paths = Array.from({ length: count }, (_, index) => join(folder, `${index}.jpg`))
  await Promise.all(paths.map((path) => writeFile(path, image)))
  return paths
}

describe('oauth and tumblr.js', () => {
  const CALLBACK = 'http://localhost:3000/tumblr_callback'
  const CONSUMER = { consumer_key: 'ck_sandbox_key', consumer_secret: 'cs sandbox&secret' }

  /** The three legs, by the version that is written in much code for Tumblr. */
  async function signIn(version: '1.0' | '1.0A') {
    const login = `${at.http}/tumblr/oauth`
    const client = new OAuth.OAuth(
      `${login}/request_token`,
      `${login}/access_token`,
      CONSUMER.consumer_key,
      CONSUMER.consumer_secret,
      version,
      CALLBACK,
      'HMAC-SHA1',
    )
    const request = await new Promise<[string, string]>((resolve, reject) => {
      client.getOAuthRequestToken((error, token, secret) => (error ? reject(new Error(JSON.stringify(error))) : resolve([token, secret])))
    })
    const verifier = (await allow(`${login}/authorize?oauth_token=${request[0]}`, [['account', 'sandy']])).get('oauth_verifier') ?? ''
    return new Promise<{ token: string; token_secret: string }>((resolve, reject) => {
      client.getOAuthAccessToken(...request, verifier, (error, token, token_secret) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve({ token, token_secret }),
      )
    })
  }

  test.each(['1.0', '1.0A'] as const)('sign in with OAuth version %s', async (version) => {
    const client = new tumblr.Client({ ...CONSUMER, ...(await signIn(version)), baseUrl: at.https })
    expect(await client.userInfo()).toMatchObject({ user: { name: 'sandy-studio' } })
  })

  test('read, post images with their blocks, edit and delete', async () => {
    const client = new tumblr.Client({ ...CONSUMER, ...(await signIn('1.0')), baseUrl: at.https })
    expect(await client.userFollowing({ limit: 5, offset: 0 })).toMatchObject({ total_blogs: 25 })
    const [one = '', two = ''] = await files(2)
    const content = [
      { type: 'image' as const, media: createReadStream(one), alt_text: 'Slide 1' },
      { type: 'image' as const, media: createReadStream(two), alt_text: 'Slide 2' },
      { type: 'text' as const, text: '5 habits of calm people' },
    ]
    const { id } = (await client.createPost('sandy-studio', { content, tags: ['habits', 'calm'] })) as { id: string }
    const listOwnPosts = () => client.blogPosts('sandy-studio', { npf: true, limit: 5 })
    expect(await listOwnPosts()).toMatchObject({
      posts: [{ id_string: id, tags: ['habits', 'calm'], content: [{ type: 'image' }, { type: 'image' }, { type: 'text' }] }],
    })
    await client.editPost('sandy-studio', id, { content: [{ type: 'text', text: 'Another text' }] })
    expect(await listOwnPosts()).toMatchObject({ posts: [{ content: [{ text: 'Another text' }] }] })
    await client.deletePost('sandy-studio', id)
    expect(await listOwnPosts()).toMatchObject({ posts: [] })
    await expect(client.deletePost('sandy-studio', id)).rejects.toThrow('404')
  })

  test('read with the application key only', async () => {
    const client = new tumblr.Client({ consumer_key: CONSUMER.consumer_key, baseUrl: at.https })
    expect(await client.taggedPosts('sea', { limit: 3 })).toHaveLength(3)
    await expect(client.userInfo()).rejects.toThrow('401')
  })
})

describe('arctic', () => {
  const VERIFIER = generateCodeVerifier()
  const HEX = createHash('sha256').update(VERIFIER).digest('hex')
  const tiktok = new TikTok('aw1sandbox', 'tiktok-sandbox-secret', 'http://localhost:3000/tiktok_callback')
  const SCOPES = ['user.info.basic', 'video.publish']

  /** arctic's URL has no trailing slash, unlike the documented one. */
  async function codeOf(challenge: string | null): Promise<string> {
    const page = tiktok.createAuthorizationURL('a state', VERIFIER, SCOPES)
    expect(page.pathname).toBe('/v2/auth/authorize')
    if (challenge !== null) page.searchParams.set('code_challenge', challenge)
    const callback = await allow(here(page), [['account', 'sandy'], ...SCOPES.map((scope): [string, string] => ['scope', scope])])
    expect(callback.get('state')).toBe('a state')
    return callback.get('code') ?? ''
  }

  test('gets, refreshes and revokes TikTok tokens with its hexadecimal challenge', async () => {
    sendHere()
    const tokens = await tiktok.validateAuthorizationCode(await codeOf(HEX), VERIFIER)
    expect(tokens.scopes).toBeDefined()
    const renewed = await tiktok.refreshAccessToken(tokens.refreshToken())
    expect(renewed.accessToken()).not.toBe(tokens.accessToken())
    await tiktok.revokeToken(renewed.accessToken())
    await expect(tiktok.validateAuthorizationCode(await codeOf(null), VERIFIER)).rejects.toThrow(OAuth2RequestError)
  })

  test('gets Google tokens with the user’s id', async () => {
    sendHere()
    const google = new Google('sandbox-google-client', 'sandbox-google-secret', 'http://localhost:3000/auth/google/callback')
    const page = google.createAuthorizationURL('a state', VERIFIER, ['openid', 'email'])
    page.searchParams.set('access_type', 'offline')
    const callback = await allow(here(page), [['account', '108000000000000000001']])
    const tokens = await google.validateAuthorizationCode(callback.get('code') ?? '', VERIFIER)
    expect(decodeIdToken(tokens.idToken())).toMatchObject({
      aud: 'sandbox-google-client',
      sub: '108000000000000000001',
      email: 'sandy@example.com',
    })
    expect((await google.refreshAccessToken(tokens.refreshToken())).accessToken()).toMatch(/^ya29\./)
    await google.revokeToken(tokens.accessToken())
    await expect(google.refreshAccessToken(tokens.refreshToken())).rejects.toThrow(OAuth2RequestError)
  })
})

describe('@googleapis/drive', () => {
  async function open() {
    const CLIENT = {
      clientId: 'sandbox-google-client',
      clientSecret: 'sandbox-google-secret',
      redirectUri: 'http://localhost:3000/auth/google/callback',
    }
    const client = new auth.OAuth2({
      ...CLIENT,
      endpoints: { oauth2AuthBaseUrl: `${at.http}/google/accounts/o/oauth2/v2/auth`, oauth2TokenUrl: `${at.http}/google/oauth2/token` },
    })
    const scope = 'https://www.googleapis.com/auth/drive.file'
    const callback = await allow(client.generateAuthUrl({ access_type: 'offline', scope: [scope, 'email'] }), [
      ['account', '108000000000000000001'],
      ['scope', scope],
    ])
    client.setCredentials((await client.getToken(callback.get('code') ?? '')).tokens)
    return drive({ version: 'v3', auth: client, rootUrl: `${at.http}/` })
  }

  test('reads the requested fields of the Drive’s owner', async () => {
    const { about } = await open()
    expect((await about.get({ fields: 'user' })).data).toMatchObject({
      user: { displayName: 'Sandy Creator', emailAddress: 'sandy@example.com', me: true },
    })
    await expect(about.get({ fields: 'user,shoeSize' })).rejects.toMatchObject({ status: 400 })
    await expect(about.get({})).rejects.toMatchObject({ status: 400 })
  })

  test('creates and reads folders', async () => {
    const { files: api } = await open()
    const FOLDER = 'application/vnd.google-apps.folder'
    const names = ["It's \\ salt and pepper", 'Acme', 'Acme']
    const ids = []
    for (const name of names) ids.push((await api.create({ requestBody: { name, mimeType: FOLDER }, fields: 'id' })).data.id ?? '')
    expect(new Set(ids).size).toBe(3)
    const listed = []
    for (const fileId of ids) listed.push((await api.get({ fileId, fields: 'name,mimeType,owners' })).data)
    expect(listed).toEqual(
      names.map((name) => ({ name, mimeType: FOLDER, owners: [expect.objectContaining({ emailAddress: 'sandy@example.com' })] })),
    )
    await expect(api.get({ fileId: 'nowhere' })).rejects.toMatchObject({ status: 404 })
  })
})

test('openai lists and retrieves models, and reads responses at once and streamed', async () => {
  const client = new OpenAI({ apiKey: 'sk-anything', baseURL: `${at.http}/openai/v1`, maxRetries: 0 })
  const names = []
  for await (const { id } of client.models.list()) names.push(id)
  expect(names).toContain('gpt-4.1-mini')
  expect(await client.models.retrieve('gpt-4.1-mini')).toMatchObject({ id: 'gpt-4.1-mini', object: 'model' })
  await expect(client.models.retrieve('gpt-none')).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  const request = { model: 'gpt-4.1-mini', messages: [{ role: 'user' as const, content: 'Name three habits of calm people.' }] }
  const completion = await client.chat.completions.create(request)
  const pieces = []
  for await (const { choices } of await client.chat.completions.create({ ...request, stream: true }))
    pieces.push(choices[0]?.delta.content ?? '')
  expect(pieces.join('')).toBe(completion.choices[0]?.message.content)
})

describe('openai makes images', () => {
  const clientWith = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${at.http}/images/v1`, maxRetries: 0 })
  const client = () => clientWith('sk-anything')
  const sizeOf = async (bytes: Buffer) => {
    const { width, height, format } = await sharp(bytes).metadata()
    return { width, height, format }
  }

  test('as bytes, and changes one', async () => {
    const request = { model: 'gpt-image-1', prompt: 'A calm sea', size: '1024x1536', n: 1 } as const
    const { data: made = [] } = await client().images.generate(request)
    const bytes = Buffer.from(made[0]?.b64_json ?? '', 'base64')
    expect(await sizeOf(bytes)).toEqual({ width: 1024, height: 1536, format: 'png' })
    const image = new File([new Uint8Array(bytes)], 'sea.png', { type: 'image/png' })
    const { data: changed = [] } = await client().images.edit({ ...request, size: '1024x1024', image })
    expect(await sizeOf(Buffer.from(changed[0]?.b64_json ?? '', 'base64'))).toEqual({ width: 1024, height: 1024, format: 'png' })
  })

  test('at an address', async () => {
    const { data = [] } = await client().images.generate({ model: 'dall-e-3', prompt: 'A calm sea', size: '1024x1792' })
    const reply = await fetch(data[0]?.url ?? '')
    expect(await sizeOf(Buffer.from(await reply.arrayBuffer()))).toEqual({ width: 1024, height: 1792, format: 'png' })
  })

  test('with the models that it lists', async () => {
    const names = []
    for await (const { id } of client().models.list()) names.push(id)
    expect(names).toContain('gpt-image-1')
    await expect(clientWith('sk-invalid').models.list()).rejects.toMatchObject({ status: 401 })
  })

  test('unless the key or the size is wrong', async () => {
    const generate = (apiKey: string, size: '256x256' | 'auto') =>
      clientWith(apiKey).images.generate({ model: 'gpt-image-1', prompt: 'A calm sea', size })
    await expect(generate('sk-invalid', 'auto')).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
    await expect(generate('sk-anything', '256x256')).rejects.toMatchObject({ status: 400, code: 'invalid_value', param: 'size' })
  })
})
