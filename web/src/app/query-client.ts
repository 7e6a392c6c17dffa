import { QueryClient } from '@tanstack/react-query'
import { toApiError } from '../api/api-error.ts'

/** Worth another try: nothing reached, or the server was not ready. Everything else would only fail again. */
function mayHelp(cause: unknown): boolean {
  const { status } = toApiError(cause)
  return status === 0 || status === 502 || status === 503 || status === 504
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, cause) => failures < 2 && mayHelp(cause),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
    // Without a network an action fails at once and says so, instead of waiting behind a busy button.
    mutations: { networkMode: 'always' },
  },
})
