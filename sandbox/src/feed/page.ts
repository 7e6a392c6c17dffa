import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Context } from 'hono'

const FOLDER = new URL('page/', import.meta.url)

/** Everything comes from here, and nothing runs that is not one of these files. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const FONTS: Readonly<Record<string, string>> = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'tiktok-sans.woff2': '@fontsource-variable/tiktok-sans/files/tiktok-sans-latin-wght-normal.woff2',
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
}
const OWN = ['feed.css', 'phone.css', 'feed.js', 'post.js', 'pages.js', 'received.js', 'elements.js']

/** The page; each post has an address of its own, under which the same page opens with it. */
export async function page(c: Context, status: 200 | 404): Promise<Response> {
  const html = await readFile(new URL('feed.html', FOLDER), 'utf8')
  return c.html(html, status, { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
}

/** One of the files that the page consists of. */
export async function asset(name: string): Promise<Response> {
  const font = FONTS[name]
  if (!font && !OWN.includes(name)) return new Response('Not found', { status: 404 })
  const bytes = await readFile(font ? fileURLToPath(import.meta.resolve(font)) : new URL(name, FOLDER))
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type, 'cache-control': font ? 'max-age=86400' : 'no-cache', 'x-content-type-options': 'nosniff' },
  })
}
