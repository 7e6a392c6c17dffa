import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { maskAuthorization, type Control, type LedgerEntry } from './control.ts'
import type { FaultQueue, HttpFault, Refusal } from './faults.ts'

/** Context of a handler of a recorded provider. */
export interface RecordedEnv {
  /** Absent when a test calls the app without a network. */
  Bindings: Partial<HttpBindings>
  Variables: { entry: LedgerEntry }
}

type Provider = 'google' | 'stripe' | 'tiktok' | 'tiktok-upload' | 'tumblr' | 'tumblr-media' | 'instagram' | 'threads' | PhotoProvider

/** Services with free photos, their media host, and the images API. */
type PhotoProvider = 'openverse' | 'pexels' | 'pixabay' | 'stock-media' | 'images'

interface Recorder {
  control: Control
  provider: Provider
  faults: FaultQueue<HttpFault>
  /** The provider's own words for a refusal. */
  refuse(c: Context<RecordedEnv>, fault: Refusal): Response
  /** Minimum duration of a request, in milliseconds. A slow provider delays each caller, but none behind another. */
  latencyMs?: () => number
  /** Whether a request belongs to posting, which chaos mode affects. */
  isPosting?: (c: Context<RecordedEnv>) => boolean
}

/** Secret fields: the ledger stores the last four characters. */
const SECRET_FIELD = /secret|token|verifier|^(code|key)$/i
/** Maximum characters of a stored body. */
const KEPT_BODY = 64 * 1024

/** Writes every request into the ledger and lets it meet the fault that waits for it. */
export function recorded(recorder: Recorder): MiddlewareHandler<RecordedEnv> {
  const { control, provider, refuse, latencyMs = () => 0 } = recorder
  return createMiddleware<RecordedEnv>(async (c, next) => {
    const entry = control.ledger.open({
      provider,
      method: c.req.method,
      path: c.req.path,
      query: masked(c.req.query()),
      authorization: maskAuthorization(c.req.header('authorization')),
      body: await bodyOf(c),
    })
    c.set('entry', entry)
    if (latencyMs() > 0) await waitWithBody(c, latencyMs())
    const fault = nextFault(c, recorder)
    const answer = (await faultBefore(c, fault, refuse)) ?? (await work(c, next, fault))
    // In place of what the handler answered, not merged into it.
    c.res = undefined
    c.res = answer
    entry.status ??= c.res.status
  })
}

/** A requested fault comes before one of chaos mode. */
function nextFault(c: Context<RecordedEnv>, { control, provider, faults, isPosting }: Recorder): HttpFault | undefined {
  const queued = faults.take(({ path }) => !path || c.req.path.includes(path))
  if (queued || !isPosting?.(c) || !isPublishing(provider)) return queued
  return control.chaos.draw(provider)
}

const NOT_PUBLISHING = ['google', 'stripe', 'tumblr-media', 'openverse', 'pexels', 'pixabay', 'stock-media', 'images'] as const

function isPublishing(provider: Provider): provider is Exclude<Provider, (typeof NOT_PUBLISHING)[number]> {
  return !(NOT_PUBLISHING as readonly string[]).includes(provider)
}

async function work(c: Context<RecordedEnv>, next: () => Promise<void>, fault: HttpFault | undefined): Promise<Response> {
  if (fault?.kind === 'slow') await waitWithBody(c, fault.ms)
  await next()
  if (fault?.kind === 'late') await wait(fault.ms)
  if (fault?.kind === 'cut') return halved(c)
  if (fault?.kind === 'lost') return dropped(c)
  if (fault?.kind === 'gateway') return page(504)
  if (fault?.kind === 'empty') return new Response(null, { status: 204 })
  return c.res
}

/** The request is complete: it is processed although the caller has hung up meanwhile. */
async function waitWithBody(c: Context<RecordedEnv>, ms: number): Promise<void> {
  await c.req.arrayBuffer()
  await wait(ms)
}

async function faultBefore(
  c: Context<RecordedEnv>,
  fault: HttpFault | undefined,
  refuse: Recorder['refuse'],
): Promise<Response | undefined> {
  switch (fault?.kind) {
    case '401':
    case '403':
    case '429':
    case '500':
    case '503':
    case 'error':
      return refuse(c, fault)
    case 'silent':
      return untilHungUp(c)
    case 'dropped':
      return dropped(c)
    case 'html':
      return page(200)
    default:
      return undefined
  }
}

function page(status: number): Response {
  return new Response('<html><body><h1>Bad gateway</h1></body></html>', { status, headers: { 'content-type': 'text/html' } })
}

async function untilHungUp(c: Context<RecordedEnv>): Promise<Response> {
  const { signal } = c.req.raw
  await wait(3_600_000, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    c.get('entry').aborted = true
  })
  return new Response(null, { status: 499 })
}

function dropped(c: Context<RecordedEnv>): Response {
  // Without a network (a test that asks the app itself) there is nothing to close.
  c.env?.incoming?.socket.destroy()
  return new Response(null, { status: 499 })
}

/** The headers and the first half of the bytes, then a broken connection. */
async function halved(c: Context<RecordedEnv>): Promise<Response> {
  const bytes = new Uint8Array(await c.res.clone().arrayBuffer())
  const half = bytes.subarray(0, Math.floor(bytes.byteLength / 2))
  const outgoing = c.env?.outgoing
  if (!outgoing) return new Response(half, c.res)
  // Past the framework, which would answer a stream that breaks with an error of its own.
  const headers = { ...Object.fromEntries(c.res.headers), 'content-length': String(bytes.byteLength) }
  outgoing.writeHead(c.res.status, headers)
  outgoing.write(half, () => outgoing.destroy())
  return RESPONSE_ALREADY_SENT
}

async function bodyOf(c: Context<RecordedEnv>): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  if (!isForm && !type.startsWith('application/json')) return null
  const text = await c.req.text()
  if (text.length > KEPT_BODY) return { characters: text.length }
  if (isForm) return masked(Object.fromEntries(new URLSearchParams(text)))
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

function masked(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, SECRET_FIELD.test(name) ? `...${value.slice(-4)}` : value]),
  )
}
