import { createORPCClient, ORPCError, type ClientContext } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '@ninesixteen/shared/api/contract'
import { apiPrefix, contractData } from 'virtual:contract'
import { errorFromBody, toApiError, type ApiError } from './api-error.ts'
import { sessionFetch, type SessionFetchOptions } from './session-fetch.ts'

type CallContext = ClientContext & SessionFetchOptions

const link = new OpenAPILink<CallContext>(contractData, {
  url: `${location.origin}${apiPrefix}`,
  fetch: (request, init, options) => sessionFetch(request, init, { signedOutOk: options.context.signedOutOk }),
  customErrorResponseBodyDecoder: (body, response) => {
    const error = errorFromBody(body, response.status)
    return new ORPCError(error.code, { status: error.status, message: error.message, data: error })
  },
})

function unwrap(cause: unknown): ApiError {
  if (cause instanceof ORPCError) return toApiError(cause.data)
  return toApiError(cause)
}

/** The server, typed by the contract. Every failed call throws an ApiError. */
export const api: ContractRouterClient<Contract, CallContext> = createORPCClient({
  call: async (path, input, options) => {
    try {
      return await link.call(path, input, options)
    } catch (cause) {
      throw unwrap(cause)
    }
  },
})

/** Query keys and options of every call, for TanStack Query. */
export const orpc = createTanstackQueryUtils(api)
