import { setTimeout as wait } from 'node:timers/promises'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Control } from '../kit/control.ts'
import { httpFaultSchema, type Refusal } from '../kit/faults.ts'
import { imageSize } from '../kit/images.ts'
import { recorded, type RecordedEnv } from '../kit/recorded.ts'
import { drawPrompt, recolor } from './draw-prompt.ts'

/** Faults of the next answer: an address in place of bytes, bytes that are no image, or bytes without end. */
const replyFaultSchema = z.union([
  z.strictObject({ kind: z.enum(['no-image', 'endless', 'moderation']) }),
  z.strictObject({ kind: z.literal('url'), url: z.string() }),
])

const DALL_E_SIZES = ['1024x1024', '1024x1792', '1792x1024']
const GPT_IMAGE_SIZES = ['1024x1024', '1024x1536', '1536x1024', 'auto']
const MODELS = ['dall-e-3', 'gpt-image-1', 'gpt-image-2']
const IMAGES_KEPT = 40

interface Asked {
  model: string
  prompt: string
  size: string
  source: Buffer | null
}

function refusal(status: number, { message, code, param = null }: { message: string; code: string; param?: string | null }): Response {
  return Response.json({ error: { message, type: 'invalid_request_error', param, code } }, { status })
}

function refuse(_c: unknown, fault: Refusal): Response {
  const status = fault.kind === 'error' ? fault.status : Number(fault.kind)
  const response = refusal(status, { message: 'The request failed.', code: fault.kind === 'error' ? fault.code : 'error' })
  if (fault.kind === '429' && fault.retryAfter !== undefined) response.headers.set('retry-after', String(fault.retryAfter))
  return response
}

/** The sizes of `gpt-image-2` are multiples of 16 between 1:3 and 3:1. */
function takesSize(model: string, size: string): boolean {
  if (model.startsWith('dall-e')) return DALL_E_SIZES.includes(size)
  if (!model.startsWith('gpt-image-2')) return GPT_IMAGE_SIZES.includes(size)
  const [width = 0, height = 0] = size.split('x').map(Number)
  return size === 'auto' || (width > 0 && width % 16 === 0 && height % 16 === 0 && width / height <= 3 && height / width <= 3)
}

async function read(c: Context, isEdit: boolean): Promise<Asked | Response> {
  const fields = isEdit ? await c.req.parseBody() : await c.req.json<Record<string, unknown>>()
  const { model = 'gpt-image-1', prompt, size = 'auto', response_format: format } = fields
  const image = isEdit ? (fields['image'] ?? fields['image[]']) : null
  if (typeof model !== 'string' || typeof prompt !== 'string' || prompt === '' || typeof size !== 'string')
    return refusal(400, { message: "Missing required parameter: 'prompt'.", code: 'missing_required_parameter', param: 'prompt' })
  if (format !== undefined && model.startsWith('gpt-image'))
    return refusal(400, { message: "Unknown parameter: 'response_format'.", code: 'unknown_parameter', param: 'response_format' })
  if (!takesSize(model, size) && !(size === 'auto' && model.startsWith('dall-e')))
    return refusal(400, { message: `Invalid value: '${size}'.`, code: 'invalid_value', param: 'size' })
  if (!isEdit) return { model, prompt, size, source: null }
  if (!(image instanceof File)) return refusal(400, { message: 'Missing image.', code: 'missing_required_parameter', param: 'image' })
  return { model, prompt, size, source: Buffer.from(await image.arrayBuffer()) }
}

interface ImagesParts {
  control: Control
  origin(c: Context): string
  delayMs: number
}

/** The part of OpenAI's images API that makes and changes photos, under `/images/v1`. */
export function createImagesApi({ control, origin, delayMs }: ImagesParts): Hono<RecordedEnv> {
  const replies = control.faults('image-reply', replyFaultSchema)
  /** Images given out by address, which lasts for an hour at the real one. */
  const kept = new Map<string, Buffer>()
  let made = 0
  control.onReset(() => {
    kept.clear()
    made = 0
  })

  async function answer(c: Context, isEdit: boolean): Promise<Response> {
    const asked = await read(c, isEdit)
    if (asked instanceof Response) return asked
    const fault = replies.take()
    if (fault?.kind === 'moderation')
      return refusal(400, { message: 'Your request was rejected by the safety system.', code: 'moderation_blocked' })
    if (fault?.kind === 'no-image') return c.json({ created: 1, data: [{ b64_json: Buffer.from('no image').toString('base64') }] })
    if (fault?.kind === 'endless') return new Response(endless(), { headers: { 'content-type': 'application/json' } })
    if (fault?.kind === 'url') return c.json({ created: 1, data: [{ url: fault.url }] })
    if (delayMs > 0) await wait(delayMs)
    made += 1
    const bytes = await imageOf(asked, made)
    if (asked.model.startsWith('gpt-image')) return c.json({ created: 1, data: [{ b64_json: bytes.toString('base64') }] })
    const name = `${made}.png`
    kept.set(name, bytes)
    const [oldest] = kept.keys()
    if (kept.size > IMAGES_KEPT && oldest !== undefined) kept.delete(oldest)
    return c.json({ created: 1, data: [{ url: `${origin(c)}/images/made/${name}` }] })
  }

  const app = new Hono<RecordedEnv>()
  app.use('/v1/*', recorded({ control, provider: 'images', faults: control.faults('images', httpFaultSchema), refuse }))
  app.use('/v1/*', async (c, next) => {
    const key = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (key !== '' && !key.startsWith('sk-invalid')) return next()
    return refusal(401, { message: `Incorrect API key provided: ${key}.`, code: 'invalid_api_key' })
  })
  app.get('/v1/models', (c) =>
    c.json({ object: 'list', data: MODELS.map((id) => ({ id, object: 'model', created: 1, owned_by: 'sandbox' })) }),
  )
  app.post('/v1/images/generations', (c) => answer(c, false))
  app.post('/v1/images/edits', (c) => answer(c, true))
  app.get('/made/:name', (c) => {
    const bytes = kept.get(c.req.param('name'))
    return bytes ? new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/png' } }) : c.notFound()
  })
  return app
}

async function imageOf({ prompt, size, source }: Asked, number: number): Promise<Buffer> {
  const [width = 1024, height = 1536] = size === 'auto' ? [] : size.split('x').map(Number)
  if (source === null) return drawPrompt(prompt, { width, height }, number)
  return (await imageSize(source)) ? recolor(source, prompt, { width, height }) : drawPrompt(prompt, { width, height }, number)
}

function endless(): ReadableStream<Uint8Array> {
  const chunk = new TextEncoder().encode('A'.repeat(256 * 1024))
  let isBegun = false
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(isBegun ? chunk : new TextEncoder().encode('{"data":[{"b64_json":"'))
      isBegun = true
    },
  })
}
