import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Changes what stands after the `?`: the answer takes the place of what stood there `before`, which is a copy. */
type SetSearch = (change: (before: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void

/** What stands after the `?` of the address, and how to change it. */
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
