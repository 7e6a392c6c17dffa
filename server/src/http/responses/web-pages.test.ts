import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { publicConfigSchema, type PublicConfig } from '@ninesixteen/shared/api/account'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { AppEnv } from '../app-env.ts'
import { serveWebApp } from './web-pages.ts'

const CONFIG = publicConfigSchema.parse({
  publicUrl: 'https://studio.example.com',
  sandbox: { ai: false },
  demo: false,
  passwordMin: 6,
  models: ['</script><b>'],
  contact: {},
  social: {},
})
const config = () => Promise.resolve(CONFIG)
const describeApi = () =>
  Promise.resolve({ info: { title: 'The API', description: '' }, servers: [], tags: [], paths: {}, components: { schemas: {} } })

async function webApp() {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><script>document.title = 1</script>')
  await writeFile(join(folder, 'assets/export.worker-aB3dE6gH.js'), 'import("./dist-BEqa6Te9.js")')
  await writeFile(join(folder, 'assets/photo-aB3dE6gH.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const app = new Hono<AppEnv>()
  serveWebApp(app, { folder, config, describeApi })
  return app
}

describe('the studio page', () => {
  it('is served again after its files could not be listed during a build', async () => {
    const folder = join(await temporaryFolder(), 'dist')
    await writeFile(folder, 'not a folder yet')
    const app = new Hono<AppEnv>()
    app.onError((_error, c) => c.body(null, 500))
    serveWebApp(app, { folder, config, describeApi })
    const request = () => app.request('/content_studio', { headers: { accept: 'text/html' } })
    expect((await request()).status).toBe(500)
    await rm(folder)
    await mkdir(folder)
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    expect((await request()).status).toBe(200)
  })

  it('serves assets of the previous build to browsers that still have it open', async () => {
    const [folder, earlier] = [await temporaryFolder(), await temporaryFolder()]
    for (const [folderName, text] of [
      [folder, 'now'],
      [earlier, 'before'],
    ] as const) {
      await mkdir(join(folderName, 'assets'))
      await writeFile(join(folderName, 'index.html'), text)
      await writeFile(join(folderName, 'assets/both-aB3dE6gH.js'), text)
      await writeFile(join(folderName, `assets/${text}-aB3dE6gH.js`), text)
    }
    await writeFile(join(earlier, 'theme.js'), 'before')
    const app = new Hono<AppEnv>()
    app.onError((_error, c) => c.body(null, 404))
    serveWebApp(app, { folder, earlier, config, describeApi })
    const request = async (path: string) => {
      const reply = await app.request(path)
      return reply.status === 200 ? reply.text() : reply.status
    }
    expect(await Promise.all(['both', 'now', 'before', 'none'].map((name) => request(`/assets/${name}-aB3dE6gH.js`)))).toEqual([
      'now',
      'now',
      'before',
      404,
    ])
    // All other files are from the version before.
    expect(await Promise.all(['/content_studio', '/theme.js'].map(request))).toEqual(['now', 'now'])
    const { headers } = await app.request('/assets/before-aB3dE6gH.js')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it('lets a worker load scripts, fonts and photos through the policy of its script', async () => {
    const reply = await (await webApp()).request('/assets/export.worker-aB3dE6gH.js')
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
  })

  it('lets page and workers load photos only from the configured store', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    await writeFile(join(folder, 'worker.js'), '0')
    const app = new Hono<AppEnv>()
    serveWebApp(app, { folder, config, describeApi, photoOrigin: 'https://files.example.com' })
    for (const path of ['/content_studio', '/worker.js']) {
      const reply = await app.request(path, { headers: { accept: 'text/html' } })
      const sources = (reply.headers.get('content-security-policy') ?? '').split('; ').filter((one) => one.includes('files.example.com'))
      expect(sources, path).toEqual([
        "img-src 'self' blob: data: https://files.example.com",
        "connect-src 'self' blob: data: https://files.example.com",
        "media-src 'self' blob: https://files.example.com",
      ])
    }
  })

  it('sends no such policy with files that run no code', async () => {
    const reply = await (await webApp()).request('/assets/photo-aB3dE6gH.svg')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-security-policy') ?? '').not.toContain('script-src')
  })

  it('allows its inline script by hash, under any address', async () => {
    const reply = await (await webApp()).request('/content_studio', { headers: { accept: 'text/html' } })
    expect(reply.headers.get('content-security-policy')).toMatch(/script-src 'self' [^;]*'sha256-/)
  })

  it('does not send a secret address as referrer', async () => {
    const app = await webApp()
    const headersOf = async (path: string) => {
      const { headers } = await app.request(path, { headers: { accept: 'text/html' } })
      return [headers.get('referrer-policy'), headers.get('x-robots-tag')]
    }
    expect(await headersOf('/post/token')).toEqual(['no-referrer', 'noindex'])
    expect(await headersOf('/post_scheduler')).toEqual([null, null])
  })
})

/** A build with public pages, whose renderer has its own folder as in the real one. */
async function siteFolder() {
  const folder = await temporaryFolder()
  await mkdir(join(folder, '.site'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><!--public-config--><div id="root"></div>')
  await writeFile(join(folder, '.site/render.js'), rendererSource('first'))
  return folder
}

const rendererSource = (build: string) => `
const pages = ['/', '/pricing', '/try', '/reference']
export const site = {
  referencePath: '/reference',
  listedPaths: pages,
  isStudioPath: (path) => path === '/content_studio',
  render: (path, config, api) => ({
    html: '<!doctype html><script>early()</script><script type="application/json">{}</script><script src="/a.js"></script>' +
      '<p>${build} ' + (pages.includes(path) ? path : 'nothing here') + ' of ' + config.publicUrl + ' with ' + api?.info.title + '</p>' + 'words '.repeat(400),
    isMissing: !pages.includes(path),
    drawsSlides: path === '/try',
  }),
}`

describe('public pages', () => {
  async function siteApp(publicConfig: () => Promise<PublicConfig> = config) {
    const folder = await siteFolder()
    const app = new Hono<AppEnv>()
    app.onError((_error, c) => c.body(null, 500))
    serveWebApp(app, { folder, config: publicConfig, describeApi })
    const request = (path: string, headers: Record<string, string> = {}) =>
      app.request(path, { headers: { accept: 'text/html', ...headers } })
    return { folder, request }
  }

  it('are rendered for this instance, at each address in any spelling', async () => {
    const { request } = await siteApp()
    for (const path of ['/pricing', '/pricing/', '/Pricing', '/pricing?from=mail']) {
      const reply = await request(path)
      expect([reply.status, await reply.text()], path).toEqual([
        200,
        expect.stringContaining('first /pricing of https://studio.example.com'),
      ])
    }
    expect(await (await request('/')).text()).toContain('first / of https://studio.example.com with undefined')
    expect(await (await request('/reference')).text()).toContain('with The API')
  })

  it('answer unknown addresses with a 404 page of their own', async () => {
    const { request } = await siteApp()
    for (const path of ['/none', '/content_studio/deeper', '/.site/render.js', '/.site/manifest.json']) {
      const reply = await request(path)
      expect([reply.status, await reply.text()], path).toEqual([404, expect.stringContaining('nothing here')])
    }
  })

  it('run only their own scripts, with inline ones allowed by hash', async () => {
    const { request } = await siteApp()
    const policy = (await request('/')).headers.get('content-security-policy') ?? ''
    expect(policy.match(/'sha256-/g)).toHaveLength(1)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("require-trusted-types-for 'script'")
  })

  it('may compile WebAssembly only where the painter draws slides', async () => {
    const { request } = await siteApp()
    const policyOf = async (path: string) => (await request(path)).headers.get('content-security-policy') ?? ''
    const [home, trying] = [await policyOf('/'), await policyOf('/try')]
    expect(trying).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-")
    expect(trying.replace(" 'wasm-unsafe-eval'", '')).toBe(home)
  })

  it('are compressed and revalidated by ETag', async () => {
    const { request } = await siteApp()
    const reply = await request('/', { 'accept-encoding': 'gzip, br' })
    expect([reply.headers.get('content-encoding'), reply.headers.get('cache-control')]).toEqual(['br', 'no-cache'])
    expect(brotliDecompressSync(await reply.arrayBuffer()).toString()).toContain('first / of')
    const headers = { 'accept-encoding': 'br', 'if-none-match': reply.headers.get('etag') ?? '' }
    expect((await request('/', headers)).status).toBe(304)
    expect((await request('/pricing', headers)).status).toBe(200)
  })

  it('are rendered again after a change of the public configuration and after a build', { tags: ['long'] }, async () => {
    let publicUrl = 'https://old.example.com'
    const { folder, request } = await siteApp(() => Promise.resolve({ ...CONFIG, publicUrl }))
    expect(await (await request('/')).text()).toContain('first / of https://old.example.com')
    publicUrl = 'https://new.example.com'
    expect(await (await request('/')).text()).toContain('first / of https://new.example.com')
    await writeFile(join(folder, '.site/render.js'), rendererSource('another'))
    await writeFile(join(folder, 'new.txt'), 'new')
    await expect.poll(async () => (await request('/new.txt')).status).toBe(200)
    expect(await (await request('/')).text()).toContain('another / of')
  })

  it("do not replace the studio's page, which only receives data", async () => {
    const { request } = await siteApp()
    const html = await (await request('/content_studio')).text()
    const [, block = ''] = /<script type="application\/json" id="public-config">(.*?)<\/script><div/.exec(html) ?? []
    expect(JSON.parse(block)).toEqual(CONFIG)
    expect(html).not.toContain('<b>')
  })

  it('are listed in a sitemap that robots.txt names', async () => {
    const { request } = await siteApp()
    expect(await (await request('/robots.txt')).text()).toContain('Sitemap: https://studio.example.com/sitemap.xml')
    const list = await request('/sitemap.xml')
    expect(list.headers.get('content-type')).toBe('application/xml')
    const found = [...(await list.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    expect(found).toEqual(['/', '/pricing', '/try', '/reference'].map((path) => `https://studio.example.com${path}`))
  })
})
