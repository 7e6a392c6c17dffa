import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { AppEnv } from '../app-env.ts'
import { serveWebApp } from './web-pages.ts'

async function webApp() {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><script>document.title = 1</script>')
  await writeFile(join(folder, 'assets/export.worker-aB3dE6gH.js'), 'import("./dist-BEqa6Te9.js")')
  await writeFile(join(folder, 'assets/photo-aB3dE6gH.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const app = new Hono<AppEnv>()
  serveWebApp(app, folder)
  return app
}

describe('the served page', () => {
  it('is there again after its files could not be listed, as in the middle of a new build', async () => {
    const folder = join(await temporaryFolder(), 'dist')
    await writeFile(folder, 'not a folder yet')
    const app = new Hono<AppEnv>()
    app.onError((_error, c) => c.body(null, 500))
    serveWebApp(app, folder)
    const ask = () => app.request('/content_studio', { headers: { accept: 'text/html' } })
    expect((await ask()).status).toBe(500)
    await rm(folder)
    await mkdir(folder)
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    expect((await ask()).status).toBe(200)
  })

  it('lets a worker load scripts, fonts and pictures: its script brings its policy', async () => {
    const reply = await (await webApp()).request('/assets/export.worker-aB3dE6gH.js')
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
  })

  it('gives no such policy to files that run nothing of ours', async () => {
    const reply = await (await webApp()).request('/assets/photo-aB3dE6gH.svg')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-security-policy') ?? '').not.toContain('script-src')
  })

  it('lets the page run its own inline script by its hash, under any address', async () => {
    const reply = await (await webApp()).request('/content_studio', { headers: { accept: 'text/html' } })
    expect(reply.headers.get('content-security-policy')).toMatch(/script-src 'self' [^;]*'sha256-/)
  })

  it('passes an address that is a permission on to nobody', async () => {
    const app = await webApp()
    const headersOf = async (path: string) => {
      const { headers } = await app.request(path, { headers: { accept: 'text/html' } })
      return [headers.get('referrer-policy'), headers.get('x-robots-tag')]
    }
    expect(await headersOf('/post/token')).toEqual(['no-referrer', 'noindex'])
    expect(await headersOf('/post_scheduler')).toEqual([null, null])
  })
})
