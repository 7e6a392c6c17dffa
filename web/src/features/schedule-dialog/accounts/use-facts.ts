import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { useQueries } from '@tanstack/react-query'
import { PLATFORM_FORMS } from '../platforms/registry.ts'

/** What the platform says of an account at the moment. */
export interface AccountFacts {
  state: 'asking' | 'ready' | 'failed'
  /** Null until it has answered. */
  data: unknown
  error: unknown
  retry(): void
}

/** Asked anew for each account when it is chosen: what may be posted changes from hour to hour. */
export function useFacts(accounts: readonly ConnectedAccount[]): AccountFacts[] {
  const answers = useQueries({
    queries: accounts.map(({ id, platform }) => ({
      queryKey: PLATFORM_FORMS[platform].facts.key(id),
      queryFn: () => PLATFORM_FORMS[platform].facts.ask(id),
      staleTime: 0,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
    })),
  })
  return answers.map(({ data, error, isFetching, isError, refetch }) => ({
    state: data !== undefined ? 'ready' : isError && !isFetching ? 'failed' : 'asking',
    data: data ?? null,
    error,
    retry: () => void refetch(),
  }))
}
