import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import type { AI_PHOTO_SHAPES } from '@ninesixteen/shared/api/ai-photos'
import { imageFormat } from '../../image-decoding/image-format.ts'
import { createFetch, type OpenFetch, type ResponseLimits } from '../http.ts'
import { HttpError } from '../http-error.ts'
import { parseJson, retryAfter } from '../read-response.ts'
import { createRemoteFiles, RemoteFileError } from '../remote-file.ts'

type Shape = (typeof AI_PHOTO_SHAPES)[number]

export interface ImageRequest {
  prompt: string
  shape: Shape
  /** A JPEG or PNG to change; null makes a new image. */
  source: Uint8Array | null
}

/** An OpenAI-compatible images API. Throws AppError, unless the caller aborts. */
export interface Images {
  readonly model: string
  make(request: ImageRequest, signal: AbortSignal): Promise<Uint8Array>
  /** Ids of its models, which cost nothing to ask for; null if it has no list. Throws for a refused key. */
  models(signal: AbortSignal): Promise<string[] | null>
  close(): Promise<void>
}

export interface ImagesSettings {
  baseUrl: string
  apiKey: string | null
  model: string
  /** Milliseconds for one image. */
  timeoutMs: number
}

/** Sizes to ask for, the best first. The last asks for none: the server has its own. */
const SIZES: Record<Shape, readonly (string | null)[]> = {
  tall: ['1088x1920', '1024x1536', '1024x1792', '768x1344', '512x768', null],
  square: ['1440x1440', '1024x1024', '512x512', null],
  wide: ['1920x1088', '1536x1024', '1792x1024', '768x512', null],
}

/** A base64 PNG of two megapixels has about 8 MB. */
const BYTES_MAX = 32 * 1024 * 1024
const BUSY_SECONDS = 20

const replySchema = z.object({
  data: z.array(z.object({ b64_json: z.string().min(1).nullish(), url: z.url().nullish() })).min(1),
})
const modelsSchema = z.object({ data: z.array(z.object({ id: z.string().max(200) })).max(10_000) })
const errorSchema = z.object({
  error: z.object({ code: z.string().catch(''), param: z.string().nullish().catch(null), message: z.string().catch('') }),
})

export interface ImagesLog {
  warn(facts: Record<string, unknown>, text: string): void
}

interface ImagesParts {
  log: ImagesLog
  limits?: Partial<ResponseLimits>
  /** For a server that a user entered: connects only to public addresses. */
  open?: OpenFetch
}

/** Client of one images API. Asks with as few fields as possible, because servers differ in all others. */
export function createImages(
  { baseUrl, apiKey, model, timeoutMs }: ImagesSettings,
  { log, limits = {}, open = createFetch }: ImagesParts,
): Images {
  const send = open({ answerMs: timeoutMs, silenceMs: timeoutMs, wholeMs: timeoutMs, bytes: BYTES_MAX, ...limits })
  // An operator's server on a private address answers with addresses of its own; all others have to be public.
  const files = createRemoteFiles({ hosts: 'any', trusted: open === createFetch ? [`${new URL(baseUrl).origin}/`] : [] })
  /** How many sizes this server refused, by shape. */
  const refused = new Map<Shape, number>()
  const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }

  async function ask({ prompt, source }: ImageRequest, size: string | null, signal: AbortSignal): Promise<Response> {
    const fields = { model, prompt, n: 1, ...(size !== null && { size }) }
    if (source === null) {
      const body = JSON.stringify(fields)
      return send(`${baseUrl}/images/generations`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal,
      })
    }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    const format = imageFormat(source) === 'png' ? 'png' : 'jpeg'
    form.set('image', new File([new Uint8Array(source)], `photo.${format}`, { type: `image/${format}` }))
    // As bytes, which every kind of fetch sends.
    const packed = new Response(form)
    const type = packed.headers.get('content-type') ?? ''
    const body = new Uint8Array(await packed.arrayBuffer())
    return send(`${baseUrl}/images/edits`, { method: 'POST', headers: { ...headers, 'content-type': type }, body, signal })
  }

  async function attempt(request: ImageRequest, signal: AbortSignal): Promise<Uint8Array> {
    const sizes = SIZES[request.shape]
    for (let at = refused.get(request.shape) ?? 0; ; at += 1) {
      const response = await ask(request, sizes[at] ?? null, signal)
      const text = await response.text()
      if (response.ok) {
        refused.set(request.shape, at)
        return imageOf(text)
      }
      const failure = failureOf(response, text)
      log.warn({ status: response.status, code: failure.code, size: sizes[at] ?? 'none' }, 'An image was refused')
      if (!refusesSize(response.status, text) || at + 1 >= sizes.length) throw failure
    }
  }

  async function imageOf(text: string): Promise<Uint8Array> {
    const reply = replySchema.safeParse(parseJson(text))
    const [image] = reply.success ? reply.data.data : []
    if (image?.b64_json) return Buffer.from(image.b64_json, 'base64')
    if (image?.url) return (await files.fetchImage(image.url)).bytes
    throw new AppError('IMAGES_NO_IMAGE')
  }

  async function list(signal: AbortSignal): Promise<string[] | null> {
    const response = await send(`${baseUrl}/models`, { headers, signal })
    const text = await response.text()
    if (response.status === 404 || response.status === 405) return null
    if (!response.ok) throw failureOf(response, text)
    return modelsSchema.safeParse(parseJson(text)).data?.data.map(({ id }) => id) ?? null
  }

  async function explained<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw signal.aborted ? error : tableError(error)
    }
  }

  return {
    model,
    make: (request, signal) => explained(attempt(request, signal), signal),
    models: (signal) => explained(list(signal), signal),
    close: () => files.close(),
  }
}

/** Servers say it in the parameter, or only in words. */
function refusesSize(status: number, text: string): boolean {
  if (status !== 400 && status !== 422) return false
  const { error } = errorSchema.safeParse(parseJson(text)).data ?? {}
  return error?.param === 'size' || /\b(size|width|height|resolution|dimensions?)\b/i.test(error?.message ?? text.slice(0, 2000))
}

function failureOf(response: Response, text: string): AppError {
  const { status } = response
  const { error } = errorSchema.safeParse(parseJson(text)).data ?? {}
  const words = `${error?.code ?? ''} ${error?.message ?? ''}`
  if (/moderation|content_policy|safety/i.test(words)) return new AppError('IMAGES_REFUSED')
  if (/insufficient_quota|billing|credit/i.test(words)) return new AppError('AI_QUOTA')
  if (status === 401 || status === 403) return new AppError('IMAGES_KEY_REFUSED')
  if (status === 429 || status === 503) return new AppError('AI_BUSY', { seconds: retryAfter(response) ?? BUSY_SECONDS })
  if (status === 404 || status === 405) return new AppError('IMAGES_UNSUPPORTED')
  return new AppError(status >= 500 ? 'AI_DOWN' : 'IMAGES_UNSUPPORTED')
}

function tableError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof RemoteFileError) return new AppError('IMAGES_NO_IMAGE', {}, { cause: error })
  if (!(error instanceof HttpError)) return new AppError('INTERNAL', {}, { cause: error })
  if (error.fault === 'timeout') return new AppError('AI_TIMEOUT', {}, { cause: error })
  if (error.fault === 'too-large') return new AppError('IMAGES_NO_IMAGE', {}, { cause: error })
  return new AppError(error.fault === 'broken-off' ? 'AI_DOWN' : 'AI_UNREACHABLE', {}, { cause: error })
}
