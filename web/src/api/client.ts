import { type ClientContext, type ClientOptions, createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '@ninesixteen/shared/api/contract'
import { apiPrefix, routes } from 'virtual:contract'
import { errorFromResponse, toApiError } from './api-error.ts'
import { callNewerEndpoint } from './newer-endpoints.ts'
import { restRequest } from './rest-request.ts'
import { sessionFetch, type SessionFetchOptions } from './expected-user.ts'

type CallContext = ClientContext & SessionFetchOptions

async function send(path: readonly string[], input: unknown, { context, signal }: ClientOptions<CallContext>): Promise<unknown> {
  const [group = '', name = ''] = path
  const route = routes[group]?.[name]
  if (!route) throw new Error(`The contract has no call ${path.join('.')}`)
  const request = (): Request => restRequest(`${location.origin}${apiPrefix}`, route, { input, signal })
  const response = await callNewerEndpoint(`${group}.${name}`, () => sessionFetch(request(), {}, { signedOutOk: context.signedOutOk }))
  if (!response.ok) throw await errorFromResponse(response)
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** Every call of the contract, typed. A failed call throws an ApiError. */
export const api: ContractRouterClient<Contract, CallContext> = createORPCClient({
  call: async (path, input, options: ClientOptions<CallContext>) => {
    try {
      return await send(path, input, options)
    } catch (error) {
      throw toApiError(error)
    }
  },
})

/** Query keys and options of every call, for TanStack Query. */
export const orpc = createTanstackQueryUtils(api)
