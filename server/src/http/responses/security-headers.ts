import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

/** The one maker of addresses of scripts that the page may start by itself; see web/src/painter/worker-script.ts. */
const WORKER_POLICY = 'ninesixteen-workers'

/**
 * What a page of ours may load: its own files only. Pictures may also come from blobs that the page made, and HarfBuzz compiles WebAssembly. Nothing
 * inline runs or styles, but for scripts whose hashes are `inlineScripts`; and where the browser knows Trusted Types, no text becomes a script.
 * `picturesFrom` is the origin of a file store that browsers are sent to.
 */
export function contentSecurityPolicy(inlineScripts: readonly string[] = [], picturesFrom: string | null = null): string {
  const store = picturesFrom === null ? '' : ` ${picturesFrom}`
  return policyOfPage([
    `script-src ${['self', 'wasm-unsafe-eval', ...inlineScripts].map(quoted).join(' ')}`,
    `img-src 'self' blob: data:${store}`,
    `connect-src 'self' blob: data:${store}`,
    `media-src 'self' blob:${store}`,
    "worker-src 'self'",
    `trusted-types ${WORKER_POLICY}`,
  ])
}

/** What a public page may load: own scripts, styles and pictures. It writes no markup from text, and the browser holds it to that. */
export function publicPagePolicy(inlineScripts: readonly string[]): string {
  return policyOfPublicPage(['self', ...inlineScripts])
}

/** The same for one in which the painter draws: HarfBuzz compiles WebAssembly. */
export function painterPagePolicy(inlineScripts: readonly string[], picturesFrom: string | null = null): string {
  return policyOfPublicPage(['self', 'wasm-unsafe-eval', ...inlineScripts], picturesFrom)
}

function policyOfPublicPage(scripts: readonly string[], picturesFrom: string | null = null): string {
  const store = picturesFrom === null ? '' : ` ${picturesFrom}`
  return policyOfPage([
    `script-src ${scripts.map(quoted).join(' ')}`,
    `img-src 'self' data:${store}`,
    `connect-src 'self'${store}`,
    "trusted-types 'none'",
  ])
}

const quoted = (source: string): string => `'${source}'`

/** What is the same on all pages, and what `allowed` adds for one kind. What is named nowhere is refused. */
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

/** For answers that are not pages: nothing may be loaded, run, sent or framed from them. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** On every answer, errors too, and those that never reach a route. */
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
    // For this name alone: what else is served below it is not ours to speak for.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** A route that needs another value has set it before. */
export function securityHeaders(publicUrl: string) {
  const onEveryAnswer = Object.entries(baseHeaders(publicUrl))
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    // Handlers that answer with a response of their own know nothing of the id.
    c.res.headers.set('x-request-id', c.get('requestId'))
    for (const [name, value] of onEveryAnswer) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
}
