import { join } from 'node:path'
import { ORPCError, ValidationError } from '@orpc/server'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import type { Context, Hono } from 'hono'
import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/contract'
import { AppError } from '@ninesixteen/shared/errors'
import { authenticateKey, type ApiKey } from '../../api-keys/api-keys.ts'
import { countUse } from '../../db/rate-window.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { bodyLimit } from '../../http/bodies/body-limits.ts'
import { createBodyReader } from '../../http/bodies/body-size-limit.ts'
import { cleanText } from '../../http/bodies/clean-text.ts'
import { hasBody } from '../../http/bodies/read-body.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import { appError, logServerError } from '../../http/on-error.ts'
import { codeOfMessage, problemResponse } from '../../http/responses/problem.ts'
import { jsonResponse } from '../../http/responses/json-response.ts'
import { writeId } from '../../idempotency/stored-responses.ts'
import { hashOf } from '../../photos/photo-files.ts'
import { receiveFile } from '../../photos/receive-upload.ts'
import { UPLOADS_FOLDER } from '../../storage/sweep/unfinished-uploads.ts'
import type { Services } from '../services.ts'
import { publicAccountRoutes, publicCompanyRoutes, publicIdeaRoutes } from './companies.ts'
import { describeApi } from './describe-api.ts'
import { publicPhotoRoutes } from './photos.ts'
import { publicPostRoutes } from './posts.ts'
import { procedures, requireScope, type PublicContext, type UploadedBody } from './procedures.ts'
import { runWrite } from './run-write.ts'
import { publicSlideshowRoutes } from './slideshows.ts'

/** Requests per key and minute, exact across processes. */
const REQUESTS_A_MINUTE = 120
const MINUTE_MS = 60_000
const UPLOAD_PATH = `${PUBLIC_API_PREFIX}/photos`

const router = procedures.router({
  accounts: publicAccountRoutes,
  companies: publicCompanyRoutes,
  ideas: publicIdeaRoutes,
  photos: publicPhotoRoutes,
  posts: publicPostRoutes,
  slideshows: publicSlideshowRoutes,
})

function createHandler() {
  return new OpenAPIHandler(router, {
    clientInterceptors: [
      async (options) => {
        const { context, procedure, path } = options
        context.route = procedure['~orpc'].route.path
        const { scopes, isWrite } = procedure['~orpc'].meta
        requireScope(context.key, scopes)
        const input = cleanText(options.input)
        const run = () => options.next({ ...options, input })
        return isWrite ? runWrite(context, { kind: path.join('.'), input: withoutHeaders(input) }, run) : run()
      },
    ],
    interceptors: [
      async ({ context, next }) => {
        try {
          return await next()
        } catch (thrown) {
          // Errors before the procedure is known come from parsing the request.
          context.failure = context.route === undefined ? new AppError('INVALID_INPUT', { fields: 'body' }) : tableError(thrown)
          throw thrown
        }
      },
    ],
  })
}

/** A retry may differ in headers such as `Prefer`; `If-Match` is part of the request. */
function withoutHeaders(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('headers' in input)) return input
  const { headers, ...rest } = input
  return { ...rest, ifMatch: (headers as Record<string, unknown> | undefined)?.['if-match'] ?? null }
}

function tableError(thrown: unknown): AppError {
  if (!(thrown instanceof ORPCError) || thrown.status !== 400 || !(thrown.cause instanceof ValidationError)) return appError(thrown)
  const { issues } = thrown.cause
  const own = issues.map(({ message }) => codeOfMessage(message)).find((code) => code !== undefined)
  if (own) return new AppError(own)
  const names = issues.map(
    ({ path = [] }) => path.map((part) => (typeof part === 'object' ? String(part.key) : String(part))).join('.') || 'body',
  )
  return new AppError('INVALID_INPUT', { fields: [...new Set(names)].slice(0, 5).join(', ') })
}

/** A request of a key, apart from its transport. */
export interface KeyRequest extends Pick<PublicContext, 'key' | 'requestId' | 'signal' | 'wait'> {}

/** Runs an endpoint inside the process: the same scopes, idempotency and errors as over HTTP. */
export type PublicCall = (call: { request: Request; idempotencyKey: string | undefined }) => Promise<Response>

export function createPublicCall(services: Services): (caller: KeyRequest) => PublicCall {
  const handler = createHandler()
  return (caller) =>
    async ({ request, idempotencyKey }) => {
      const context: PublicContext = {
        ...caller,
        services,
        idempotencyKey,
        writeId: writeId(caller.key.id, idempotencyKey ?? ''),
        upload: null,
      }
      try {
        const { matched, response } = await handler.handle(request, { prefix: PUBLIC_API_PREFIX, context })
        if (context.failure) throw context.failure
        if (!matched) throw new AppError('NOT_FOUND')
        return response
      } catch (thrown) {
        const error = appError(thrown)
        logServerError(services.log, error, caller.requestId)
        return problemResponse({ error, requestId: caller.requestId })
      }
    }
}

/** Counts a request of a key, and tells what is left. Throws RATE_LIMITED. */
export async function countKeyRequest(c: Context<AppEnv>, { db }: Pick<Services, 'db'>, key: ApiKey): Promise<void> {
  const { count, secondsLeft } = await countUse(db, `api:${key.id}`, MINUTE_MS)
  c.header('ratelimit-limit', String(REQUESTS_A_MINUTE))
  c.header('ratelimit-remaining', String(Math.max(0, REQUESTS_A_MINUTE - count)))
  c.header('ratelimit-reset', String(secondsLeft))
  if (count > REQUESTS_A_MINUTE) throw new AppError('RATE_LIMITED', { seconds: secondsLeft })
}

/** The public API: keys instead of sessions, and neither cookies nor CORS. */
export function registerPublicApi(app: Hono<AppEnv>, services: Services): void {
  const handler = createHandler()
  const readBody = createBodyReader()
  const uploads = join(services.config.dataDir, UPLOADS_FOLDER)

  async function answer(c: Context<AppEnv>, key: ApiKey): Promise<Response> {
    const isUpload = c.req.path === UPLOAD_PATH && c.req.method === 'POST'
    if (isUpload) return receive(c, key)
    const { incoming } = c.env
    const limit = bodyLimit(c.req.path)
    if (limit && hasBody(incoming)) {
      if (!/^application\/json(;|$)/i.test(c.req.header('content-type') ?? ''))
        throw new AppError('INVALID_INPUT', { fields: 'content-type' })
      await readBody(incoming, { limit, userId: key.ownerId })
    }
    return handle(c, { key, request: c.req.raw, upload: null })
  }

  /** Streams the file to disk, and runs the endpoint without a body. */
  async function receive(c: Context<AppEnv>, key: ApiKey): Promise<Response> {
    requireScope(key, ['photos:write'])
    // Before megabytes are received for nothing.
    services.codec.requireCapacity(key.ownerId)
    const { file, discard } = await receiveFile(c.req.raw, uploads)
    try {
      const request = new Request(c.req.url, { method: 'POST', signal: c.req.raw.signal })
      return await handle(c, { key, request, upload: { file, hash: await hashOf({ file }) } })
    } finally {
      await discard()
    }
  }

  interface Handled {
    key: ApiKey
    request: Request
    upload: UploadedBody | null
  }

  async function handle(c: Context<AppEnv>, { key, request, upload }: Handled): Promise<Response> {
    const idempotencyKey = c.req.header('idempotency-key')
    const context: PublicContext = {
      services,
      key,
      requestId: c.get('requestId'),
      idempotencyKey,
      writeId: writeId(key.id, idempotencyKey ?? ''),
      upload,
      signal: c.req.raw.signal,
      wait: () => releaseAdmission(c.env.incoming),
    }
    const { matched, response } = await handler.handle(request, { prefix: PUBLIC_API_PREFIX, context })
    if (context.route !== undefined) c.set('route', `${PUBLIC_API_PREFIX}${context.route}`)
    if (context.failure) throw context.failure
    if (!matched) throw new AppError('NOT_FOUND')
    if (context.isReplayed) response.headers.set('idempotent-replayed', 'true')
    return response
  }

  app.all(`${PUBLIC_API_PREFIX}/*`, async (c) => {
    c.header('cache-control', 'no-store')
    if (c.req.path === `${PUBLIC_API_PREFIX}/openapi.json`)
      return jsonResponse(c, Response.json(await describeApi(services.config.publicUrl)))
    try {
      const key = await authenticateKey(services.db, services.config, c.req.header('authorization'))
      await countKeyRequest(c, services, key)
      const response = await answer(c, key)
      if (response.headers.get('content-type')?.startsWith('application/json') === true) return await jsonResponse(c, response)
      return c.newResponse(response.body, response.status as 200, Object.fromEntries(response.headers))
    } catch (thrown) {
      const [error, requestId] = [appError(thrown), c.get('requestId')]
      logServerError(services.log, error, requestId)
      const problem = problemResponse({ error, requestId })
      return c.newResponse(problem.body, problem.status as 400, Object.fromEntries(problem.headers))
    }
  })
}
