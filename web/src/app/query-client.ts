import { QueryClient } from '@tanstack/react-query'
import { toApiError } from '../api/api-error.ts'
import { isNotReady, RETRIES, retryPause } from '../api/retries.ts'

/** Worth another try: nothing reached, or the server was not ready. Everything else would only fail again. */
function mayHelp(cause: unknown): boolean {
  const { status } = toApiError(cause)
  return status === 0 || isNotReady(status)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, cause) => failures < RETRIES && mayHelp(cause),
      retryDelay: retryPause,
    },
    // Without a network an action fails at once and says so, instead of waiting behind a busy button.
    mutations: { networkMode: 'always' },
  },
})
