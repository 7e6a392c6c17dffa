import type { Context, Hono } from 'hono'
import type { Review } from '@ninesixteen/shared/api/approvals'
import { APPROVAL_PAGES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../app-env.ts'
import { hasSecret } from '../secret-paths.ts'
import { createDocuments, type DocumentData } from './documents.ts'
import { sendPage } from './rendered-page.ts'
import { robotsText, sitemap } from './search-engines.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { createStaticFiles } from './static-files.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** A content hash in the file name, as the web build writes it, or in the query. */
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.\w+$/

/**
 * The painter's fonts and emoji, shared by page and server. A URL with a version (`?v=`) or a hash is cached forever; without one the
 * browser revalidates, because a changed font would change rendered slides.
 */
export function servePainterAssets(app: Hono<AppEnv>, folder: string): void {
  const files = createStaticFiles(folder)
  app.get('/painter/*', async (c) => {
    const path = c.req.path.slice('/painter'.length)
    const file = await files.find(path)
    if (!file) throw new AppError('NOT_FOUND')
    return files.send(c, file, c.req.query('v') || HASHED.test(path) ? FOREVER : REVALIDATE)
  })
}

/** Assets with a name unique to their build. */
const PART = /^\/assets\//
/** Files for the server itself, which are never served. */
const HIDDEN = /\/\./

interface WebApp extends DocumentData {
  folder: string
  /** Assets of the previous build, for pages that are still open. */
  earlier?: string
  /** Origin of a file store that browsers are redirected to. */
  photoOrigin?: string | null
  /** The posts of an approval link; null for a link that leads nowhere any more. */
  reviewOf?: (c: Context<AppEnv>, token: string) => Promise<Review | null>
}

/** Serves the built web app: its files, the public pages rendered for this instance, and the studio. */
export function serveWebApp(
  app: Hono<AppEnv>,
  { folder, earlier, config, describeApi, photoOrigin = null, reviewOf = async () => null }: WebApp,
): void {
  const files = createStaticFiles(folder)
  const earlierFiles = earlier === undefined ? null : createStaticFiles(earlier)
  const find = async (path: string) => (await files.find(path)) ?? (PART.test(path) ? earlierFiles?.find(path) : undefined)
  const documents = createDocuments(files, { config, describeApi }, photoOrigin)

  app.get('/robots.txt', async (c) => c.text(robotsText((await config()).publicUrl)))
  app.get('/sitemap.xml', async (c) => {
    const { publicUrl } = await config()
    return c.body(sitemap(publicUrl, await documents.listedPaths()), 200, {
      'content-type': 'application/xml',
      'cache-control': REVALIDATE,
    })
  })

  app.get(`${APPROVAL_PAGES}/:token`, async (c) => {
    const page = await documents.renderReview(await reviewOf(c, c.req.param('token')))
    if (!page) throw new AppError('NOT_FOUND')
    const response = await sendPage(c, page)
    response.headers.set('cache-control', 'private, no-store')
    response.headers.set('referrer-policy', 'no-referrer')
    response.headers.set('x-robots-tag', 'noindex')
    return response
  })

  app.get('*', async (c) => {
    const path = decodePath(c.req.path)
    const file = path === '/' || HIDDEN.test(path) ? undefined : await find(path)
    if (file && !file.path.endsWith('.html')) {
      // Workers don't inherit the page's policy: the one of their own script applies.
      if (file.path.endsWith('.js')) c.header('content-security-policy', contentSecurityPolicy([], photoOrigin))
      return files.send(c, file, HASHED.test(file.path) ? FOREVER : REVALIDATE)
    }
    const wantsPage =
      /text\/html|\*\/\*/.test(c.req.header('accept') ?? '*/*') && !/^\/(api|files|functions|painter|assets)(\/|$)/.test(c.req.path)
    const page = wantsPage ? await documents.find(path) : undefined
    if (!page) throw new AppError('NOT_FOUND')
    if (hasSecret(c.req.path)) {
      c.header('referrer-policy', 'no-referrer')
      c.header('x-robots-tag', 'noindex')
    }
    return sendPage(c, page)
  })
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A malformed escape matches no file.
    return path
  }
}
