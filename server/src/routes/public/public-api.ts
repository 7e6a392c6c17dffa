import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/contract'
import { AppError } from '@ninesixteen/shared/errors'
import { authenticateKey, type ApiKey } from '../../api-keys/api-keys.ts'
import { countUse } from '../../db/rate-window.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { bodyLimit } from '../../http/bodies/body-limits.ts'
import { createBodyReader } from '../../http/bodies/body-size-limit.ts'
import { hasBody } from '../../http/bodies/read-body.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import { jsonResponse } from '../../http/responses/json-response.ts'
import { storedFileResponse } from '../../http/responses/stored-file.ts'
import { writeId } from '../../idempotency/idempotency-keys.ts'
import { hashOf } from '../../photos/photo-files.ts'
import { receiveFile } from '../../photos/receive-upload.ts'
import { UPLOADS_FOLDER } from '../../storage/sweep/unfinished-uploads.ts'
import { bearerChallenge } from '../oauth/oauth.ts'
import type { Services } from '../services.ts'
import { describeApi } from './describe-api.ts'
import { createHandler } from './handler.ts'
import { requireScope, type PublicContext, type UploadedBody } from './procedures.ts'

/** Requests per key and minute, exact across processes. */
const REQUESTS_A_MINUTE = 120
const MINUTE_MS = 60_000
const UPLOAD_PATH = `${PUBLIC_API_PREFIX}/photos`
const DESCRIPTION_PATH = `${PUBLIC_API_PREFIX}/openapi.json`

/** The public API: keys instead of sessions, and neither cookies nor CORS. */
export function registerPublicApi(app: Hono<AppEnv>, services: Services): void {
  const answer = createAnswers(services)
  const challenge = bearerChallenge(services.config.publicUrl)
  app.all(`${PUBLIC_API_PREFIX}/*`, async (c) => {
    c.header('cache-control', 'no-store')
    if (c.req.path === DESCRIPTION_PATH) return jsonResponse(c, Response.json(await describeApi(services.config.publicUrl)))
    c.set('challenge', challenge)
    const key = await authenticateKey(services.db, services.config, c.req.header('authorization'))
    await countKeyRequest(c, services, key)
    const response = await answer(c, key)
    if (response.headers.get('content-type')?.startsWith('application/json') === true) return jsonResponse(c, response)
    return c.newResponse(response.body, response.status as 200, Object.fromEntries(response.headers))
  })
}

/** Counts a request of a key, and tells how many are left. Throws RATE_LIMITED. */
export async function countKeyRequest(c: Context<AppEnv>, { db }: Pick<Services, 'db'>, key: ApiKey): Promise<void> {
  const { count, secondsLeft } = await countUse(db, `api:${key.id}`, MINUTE_MS)
  c.header('ratelimit-limit', String(REQUESTS_A_MINUTE))
  c.header('ratelimit-remaining', String(Math.max(0, REQUESTS_A_MINUTE - count)))
  c.header('ratelimit-reset', String(secondsLeft))
  if (count > REQUESTS_A_MINUTE) throw new AppError('RATE_LIMITED', { seconds: secondsLeft })
}

interface Handled {
  key: ApiKey
  request: Request
  upload: UploadedBody | null
}

/** Reads the body of a request and runs its endpoint; throws its failure. */
function createAnswers(services: Services): (c: Context<AppEnv>, key: ApiKey) => Promise<Response> {
  const handler = createHandler()
  const readBody = createBodyReader()
  const uploads = join(services.config.dataDir, UPLOADS_FOLDER)

  async function handle(c: Context<AppEnv>, { key, request, upload }: Handled): Promise<Response> {
    const idempotencyKey = c.req.header('idempotency-key')
    const context: PublicContext = {
      services,
      key,
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
    if (context.storedFile) {
      const file = await storedFileResponse(c, services.store, context.storedFile)
      if (!file) throw new AppError('NOT_FOUND')
      return file
    }
    if (context.isReplayed) response.headers.set('idempotent-replayed', 'true')
    return response
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

  return async (c, key) => {
    const { path, method } = c.req
    if (path === UPLOAD_PATH && method === 'POST') return receive(c, key)
    const limit = bodyLimit(path)
    if (limit && hasBody(c.env.incoming)) {
      if (!/^application\/json(;|$)/i.test(c.req.header('content-type') ?? ''))
        throw new AppError('INVALID_INPUT', { fields: 'content-type' })
      await readBody(c.env.incoming, { limit, userId: key.ownerId })
    }
    return handle(c, { key, request: c.req.raw, upload: null })
  }
}
