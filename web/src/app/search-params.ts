import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Navigates to the changed query. `before` is a copy. */
type SetSearch = (change: (previous: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void

/** The query of the address, and a function that changes it. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback<SetSearch>(
    (next, options) => void navigate(`?${next(new URLSearchParams(search))}`, options),
    [navigate, search],
  )
  return [params, change]
}
