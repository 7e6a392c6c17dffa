import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/contract'
import { AppError } from '@ninesixteen/shared/errors'
import { appError, logServerError } from '../../http/on-error.ts'
import { problemResponse } from '../../http/responses/problem.ts'
import { writeId } from '../../idempotency/idempotency-keys.ts'
import type { Services } from '../services.ts'
import { createHandler } from './handler.ts'
import type { PublicContext } from './procedures.ts'

/** A request of a key, apart from its transport. */
export interface KeyRequest extends Pick<PublicContext, 'key' | 'signal' | 'wait'> {
  requestId: string
}

/** Runs an endpoint inside the process: the same scopes, idempotency and errors as over HTTP. */
export type PublicCall = (
  call: { request: Request; idempotencyKey: string | undefined } & Pick<PublicContext, 'derivedFrom'>,
) => Promise<Response>

export function createPublicCall(services: Services): (caller: KeyRequest) => PublicCall {
  const handler = createHandler()
  return ({ requestId, ...caller }) =>
    async ({ request, idempotencyKey, derivedFrom }) => {
      const context: PublicContext = {
        ...caller,
        services,
        idempotencyKey,
        writeId: writeId(caller.key.id, idempotencyKey ?? ''),
        upload: null,
        ...(derivedFrom && { derivedFrom }),
      }
      try {
        const { matched, response } = await handler.handle(request, { prefix: PUBLIC_API_PREFIX, context })
        if (context.failure) throw context.failure
        if (!matched) throw new AppError('NOT_FOUND')
        return response
      } catch (thrown) {
        const error = appError(thrown)
        logServerError(services.log, error, requestId)
        return problemResponse({ error, requestId })
      }
    }
}
