import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

/**
 * What a page of ours may load: its own files only. Pictures and workers may also come from blobs that the page made,
 * HarfBuzz compiles WebAssembly, and the component library writes style elements. `inlineScripts` are hashes.
 */
export function contentSecurityPolicy(inlineScripts: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${inlineScripts.map((hash) => ` '${hash}'`).join('')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "connect-src 'self' blob: data:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What a public page may load: own scripts, styles and pictures. It writes no markup from text, and the browser holds it to that. */
export function publicPagePolicy(inlineScripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self'${inlineScripts.map((hash) => ` '${hash}'`).join('')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** For answers that are not pages: nothing may be loaded, run or framed from them. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

export const ON_EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'content-security-policy': NOTHING,
}

/** On every answer, errors too; a route that needs another value has set it before. */
export function securityHeaders(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:')
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    // Handlers that answer with a response of their own know nothing of the id.
    c.res.headers.set('x-request-id', c.get('requestId'))
    for (const [name, value] of Object.entries(ON_EVERY_ANSWER)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    // For this name alone: what else is served below it is not ours to speak for.
    if (isHttps) c.res.headers.set('strict-transport-security', 'max-age=31536000')
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
}
