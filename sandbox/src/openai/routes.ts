import { setTimeout as wait } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { type Control, type LedgerEntry, maskAuthorization } from '../kit/control.ts'
import { type FaultQueue, type OpenaiFault, openaiFaultSchema } from '../kit/faults.ts'
import { composeAnswer } from './response.ts'
import { complete, completionBody } from './completion.ts'
import { type ApiError, errorOfFault, invalidRequest, missingKey, unknownModel, wrongKey } from './errors.ts'
import { answerBytes, type Pace } from './event-stream.ts'
import { type ChatRequest, readChatRequest } from './request.ts'

const MODELS = ['gpt-4.1-mini', 'gpt-4.1', 'gpt-4.1-nano', 'gpt-4o-mini', 'gpt-4o'] as const
/** A body larger than this is refused, in bytes. */
const BODY_MAX = 1024 * 1024

const modelJson = (id: string) => ({ id, object: 'model', created: 1_744_316_542, owned_by: 'system' })

interface Settings {
  control: Control
  pace: Pace
  /** Makes other texts of the same requests. */
  seed: string
}

function refuse(entry: LedgerEntry, fault: ApiError): Response {
  entry.status = fault.status
  return Response.json(
    { error: fault.error },
    { status: fault.status, headers: { 'x-request-id': `req_sandbox_${entry.id}`, ...fault.headers } },
  )
}

/** The key of a request, or why it is refused. */
function keyOf(c: Context): { key: string } | { fault: ApiError } {
  const key = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!key) return { fault: missingKey }
  return key.startsWith('sk-invalid') ? { fault: wrongKey(key) } : { key }
}

function streamed(
  entry: LedgerEntry,
  chat: ChatRequest,
  { fault, pace, seed, holds }: { fault: OpenaiFault | undefined; pace: Pace; seed: string; holds: Holds },
): Response {
  const hungUp = new AbortController()
  const completion = complete(chat, composeAnswer(chat, seed), fault)
  const bytes = answerBytes({
    completion,
    usage: chat.stream_options?.include_usage === true,
    fault,
    pace,
    hold: holds.wait,
    signal: hungUp.signal,
  })
  entry.status = 200
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await bytes.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      } catch (error) {
        if (!hungUp.signal.aborted) controller.error(error)
      }
    },
    cancel() {
      entry.aborted = true
      hungUp.abort()
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-request-id': `req_sandbox_${entry.id}` },
  })
}

/** Waits for as long as the caller does. */
async function untilHungUp(entry: LedgerEntry, signal: AbortSignal): Promise<Response> {
  await wait(3_600_000, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    entry.aborted = true
  })
  return new Response(null, { status: 499 })
}

async function answered(
  c: Context,
  entry: LedgerEntry,
  {
    chat,
    faults,
    holds,
    settings,
    key,
  }: { chat: ChatRequest; faults: FaultQueue<OpenaiFault>; holds: Holds; settings: Settings; key: string },
) {
  const fault = faults.take()
  if (fault?.kind === 'timeout') return untilHungUp(entry, c.req.raw.signal)
  if (fault?.kind === 'slow') await wait(fault.ms)
  if (fault?.kind === 'not-json-body')
    return new Response('<html><body>Bad gateway</body></html>', { status: 200, headers: { 'content-type': 'text/html' } })
  const error = fault ? errorOfFault(fault, { model: chat.model, key }) : null
  if (error) return refuse(entry, error)
  if (!MODELS.some((model) => chat.model === model || chat.model.startsWith(`${model}-20`))) return refuse(entry, unknownModel(chat.model))
  if (chat.stream || fault?.kind === 'drop') return streamed(entry, chat, { fault, holds, pace: settings.pace, seed: settings.seed })
  if (fault?.kind === 'hold') await holds.wait(c.req.raw.signal)
  if (settings.pace.first > 0) await wait(settings.pace.first)
  entry.status = 200
  return Response.json(completionBody(complete(chat, composeAnswer(chat, settings.seed), fault), fault), {
    headers: { 'x-request-id': `req_sandbox_${entry.id}` },
  })
}

/** The part of OpenAI's API that slideshows need, under `/openai/v1`. */
export function createOpenai(settings: Settings): Hono {
  const faults = settings.control.faults('openai', openaiFaultSchema)
  const holds = createHolds()
  settings.control.app.delete('/_control/openai/hold', (c) => c.json({ released: holds.release() }))
  settings.control.onReset(() => void holds.release())
  const open = (c: Context, body: unknown) =>
    settings.control.ledger.open({
      provider: 'openai',
      method: c.req.method,
      path: c.req.path,
      authorization: maskAuthorization(c.req.header('authorization')),
      body,
    })

  const app = new Hono()
  app.get('/models', (c) => {
    const entry = open(c, null)
    const key = keyOf(c)
    if ('fault' in key) return refuse(entry, key.fault)
    entry.status = 200
    return c.json({ object: 'list', data: MODELS.map(modelJson) })
  })

  app.get('/models/:model', (c) => {
    const entry = open(c, null)
    const key = keyOf(c)
    if ('fault' in key) return refuse(entry, key.fault)
    const id = MODELS.find((model) => model === c.req.param('model'))
    if (id === undefined) return refuse(entry, unknownModel(c.req.param('model')))
    entry.status = 200
    return c.json(modelJson(id))
  })

  app.post('/chat/completions', async (c) => {
    const text = await c.req.text()
    let body: unknown
    try {
      body = text.length > BODY_MAX ? undefined : JSON.parse(text)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
    const entry = open(c, body ?? null)
    const key = keyOf(c)
    if ('fault' in key) return refuse(entry, key.fault)
    if (body === undefined) return refuse(entry, invalidRequest('We could not parse the JSON body of your request.'))
    const read = readChatRequest(body)
    if ('fault' in read) return refuse(entry, read.fault)
    return answered(c, entry, { chat: read.request, faults, holds, settings, key: key.key })
  })

  app.all('*', (c) =>
    refuse(open(c, null), {
      status: 404,
      error: { message: `Invalid URL (${c.req.method} ${c.req.path})`, type: 'invalid_request_error', param: null, code: null },
    }),
  )
  return app
}

/** Responses that pause in the middle until a test releases them, so that the test's steps happen meanwhile. */
export interface Holds {
  /** Resolves on release; rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<void>
  /** How many were held. */
  release(): number
}

function createHolds(): Holds {
  const held = new Set<() => void>()
  return {
    async wait(signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const end = () => reject(signal.reason)
      held.add(resolve)
      signal.addEventListener('abort', end, { once: true })
      try {
        signal.throwIfAborted()
        await promise
      } finally {
        held.delete(resolve)
        signal.removeEventListener('abort', end)
      }
    },
    release() {
      const { size } = held
      for (const goOn of held) goOn()
      return size
    },
  }
}
