import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

/** The only Trusted Types policy for worker script URLs; see web/src/painter/trusted-script.ts. */
const WORKER_POLICY = 'ninesixteen-workers'

/**
 * Content security policy of our pages: own files only, plus images from blobs, and WebAssembly for HarfBuzz. No inline scripts or styles,
 * except scripts with the hashes in `inlineScripts`; with Trusted Types, no text becomes a script. `photoOrigin` is the origin of a file
 * store that browsers are redirected to.
 */
export function contentSecurityPolicy(inlineScripts: readonly string[] = [], photoOrigin: string | null = null): string {
  const store = photoOrigin === null ? '' : ` ${photoOrigin}`
  return policyOfPage([
    `script-src ${['self', 'wasm-unsafe-eval', ...inlineScripts].map(quoted).join(' ')}`,
    `img-src 'self' blob: data:${store}`,
    `connect-src 'self' blob: data:${store}`,
    `media-src 'self' blob:${store}`,
    "worker-src 'self'",
    `trusted-types ${WORKER_POLICY}`,
  ])
}

/** Policy of a public page: own scripts, styles and images. It never turns text into markup, and Trusted Types enforces that. */
export function publicPagePolicy(inlineScripts: readonly string[]): string {
  return policyOfPublicPage(['self', ...inlineScripts])
}

/** Policy of a public page with the painter: HarfBuzz compiles WebAssembly. */
export function painterPagePolicy(inlineScripts: readonly string[], photoOrigin: string | null = null): string {
  return policyOfPublicPage(['self', 'wasm-unsafe-eval', ...inlineScripts], photoOrigin)
}

/** Policy of a client's page, which also shows videos. */
export function reviewPagePolicy(inlineScripts: readonly string[], photoOrigin: string | null = null): string {
  return policyOfPublicPage(['self', ...inlineScripts], photoOrigin, ["media-src 'self'"])
}

function policyOfPublicPage(scripts: readonly string[], photoOrigin: string | null = null, directives: readonly string[] = []): string {
  const store = photoOrigin === null ? '' : ` ${photoOrigin}`
  return policyOfPage([
    ...directives,
    `script-src ${scripts.map(quoted).join(' ')}`,
    `img-src 'self' data:${store}`,
    `connect-src 'self'${store}`,
    "trusted-types 'none'",
  ])
}

const quoted = (source: string): string => `'${source}'`

/** The common part of all policies plus `allowed`. Everything else is blocked. */
function policyOfPage(allowed: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self' data:",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...allowed,
  ].join('; ')
}

/** For responses that aren't pages: blocks all loading, running, sending and framing. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** For every response, including errors and those without a route. */
export function baseHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'content-security-policy': NOTHING,
    'cache-control': 'no-store',
    // Without subdomains, which may serve other sites.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** A route that needs another value has set it before. */
export function securityHeaders(publicUrl: string) {
  const commonHeaders = Object.entries(baseHeaders(publicUrl))
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    // Handlers that return their own response lack the request id.
    c.res.headers.set('x-request-id', c.get('requestId'))
    for (const [name, value] of commonHeaders) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
}
