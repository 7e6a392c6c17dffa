import { QueryClient } from '@tanstack/react-query'
import { toApiError } from '../api/api-error.ts'
import { isNotReady, RETRIES, retryPause } from '../api/retries.ts'

/** Only a lost connection and a server that is not ready are worth another try. */
function isTemporary(error: unknown): boolean {
  const { status } = toApiError(error)
  return status === 0 || isNotReady(status)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < RETRIES && isTemporary(error),
      retryDelay: retryPause,
    },
    // Offline, an action fails at once instead of waiting behind a busy button.
    mutations: { networkMode: 'always' },
  },
})
