import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'

const FOLDER = new URL('page/', import.meta.url)

/** The page loads only these files. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** An email runs no scripts, loads nothing and sends nothing. Its links open in a new tab. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

const TYPES: Readonly<Record<string, string>> = { 'mail.css': 'text/css; charset=utf-8', 'mail.js': 'text/javascript; charset=utf-8' }

export async function page(c: Context, status: 200 | 404): Promise<Response> {
  const html = await readFile(new URL('mail.html', FOLDER), 'utf8')
  return c.html(html, status, { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
}

export async function asset(name: string): Promise<Response> {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
  if (!type) return new Response('Not found', { status: 404 })
  const bytes = await readFile(new URL(name, FOLDER))
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  })
}

/** The drawn part as it came, in a page that may do nothing. A mail asks for the machine's colors: with a scheme it is answered in its place. */
export function mailHtml(html: string, scheme?: string): Response {
  const condition = { dark: '(min-width: 0)', light: '(max-width: 0)' }[scheme ?? '']
  const themed = condition === undefined ? html : html.replaceAll(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi, condition)
  return new Response(withTarget(themed), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': MAIL_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}

/** Links open in a new tab, because the frame blocks navigation. The first `base` element of a page wins, so that the email cannot override it. */
function withTarget(html: string): string {
  const base = '<base target="_blank">'
  const head = /<head(\s[^>]*)?>/i.exec(html)
  if (!head) return base + html
  const at = head.index + head[0].length
  return html.slice(0, at) + base + html.slice(at)
}
