import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Hono } from 'hono'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../app-env.ts'
import { hasSecret } from '../secret-paths.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { createStaticFiles, type StaticFile } from './static-files.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const ASK_EACH_TIME = 'no-cache'
/** The content's hash is part of the name, as the web build writes it, or of the query. */
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.\w+$/

/**
 * The painter's fonts and emoji, shared by page and server. A URL that carries a version (`?v=`) or a hash is kept for
 * ever; without one the browser asks each time, because a changed font under an old URL would draw another picture.
 */
export function servePainterAssets(app: Hono<AppEnv>, folder: string): void {
  const files = createStaticFiles(folder)
  app.get('/painter/*', async (c) => {
    const path = c.req.path.slice('/painter'.length)
    const file = await files.find(path)
    if (!file) throw new AppError('NOT_FOUND')
    return files.send(c, file, c.req.query('v') || HASHED.test(path) ? FOREVER : ASK_EACH_TIME)
  })
}

/** The built web app: its files, and its one page for every other path that a browser opens. */
export function serveWebApp(app: Hono<AppEnv>, folder: string): void {
  const files = createStaticFiles(folder)
  let policies: { etag: string; policy: Promise<string> } | undefined

  async function page(index: StaticFile): Promise<string> {
    if (policies?.etag !== index.etag) policies = { etag: index.etag, policy: pagePolicy(index.path) }
    return policies.policy
  }

  app.get('*', async (c) => {
    const file = c.req.path === '/' ? undefined : await files.find(decodePath(c.req.path))
    if (file && !file.path.endsWith('.html')) {
      // A worker does not inherit the page's policy: it lives under the one its own script came with.
      if (file.path.endsWith('.js')) c.header('content-security-policy', contentSecurityPolicy())
      return files.send(c, file, HASHED.test(file.path) ? FOREVER : ASK_EACH_TIME)
    }
    const wantsPage =
      /text\/html|\*\/\*/.test(c.req.header('accept') ?? '*/*') && !/^\/(api|files|functions|painter|assets)(\/|$)/.test(c.req.path)
    const index = wantsPage ? await files.find('/index.html') : undefined
    if (!index) throw new AppError('NOT_FOUND')
    c.header('content-security-policy', await page(index))
    if (hasSecret(c.req.path)) {
      c.header('referrer-policy', 'no-referrer')
      c.header('x-robots-tag', 'noindex')
    }
    return files.send(c, index, ASK_EACH_TIME)
  })
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A malformed escape names no file of ours.
    return path
  }
}

/** Scripts written into the page itself (the theme, before the first paint) run by their hash. */
async function pagePolicy(path: string): Promise<string> {
  const html = await readFile(path, 'utf8')
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return contentSecurityPolicy(inline.map(([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`))
}
