import type { Company } from '@ninesixteen/shared/api/companies'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PhotoQuery } from '../../api/library-photos.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { useDebounced } from '../../components/use-debounced.ts'
import { overviewQuery, tagsQuery } from './library-queries.ts'
import { sectionsOf, type PhotoFilter } from './sections.ts'

/** Debounce of the search. */
const PAUSE_MS = 200

const NO_FILTER: PhotoFilter = { search: '', tag: null, sort: 'newest' }
const NO_COMPANIES: Company[] = []

function useFilter() {
  const [filter, setFilter] = useState(NO_FILTER)
  const typed = filter.search.trim()
  const search = useDebounced(typed, typed === '' ? 0 : PAUSE_MS)
  const query = useMemo<PhotoQuery>(
    () => ({ search, sort: filter.sort, ...(filter.tag !== null && { tag: filter.tag }) }),
    [search, filter.sort, filter.tag],
  )
  return { filter, setFilter, clear: () => setFilter(NO_FILTER), query }
}

/** Filter and results of the user's library. */
export function useLibrary() {
  const { filter, setFilter, clear, query } = useFilter()
  const overview = useQuery(overviewQuery(query))
  const tags = useQuery(tagsQuery).data ?? []
  const { companies, loading, failed, loadAgain } = useCurrentCompany()
  const found = loading ? undefined : overview.data
  const known = companies.length > 0 ? companies : NO_COMPANIES
  const sections = useMemo(() => (found ? sectionsOf(found.sections, known) : []), [found, known])
  return {
    filter,
    setFilter,
    clear,
    tags,
    companies: known,
    /** Null until the first result. */
    found: found ?? null,
    sections,
    loading: !found && !overview.isError,
    failed: (overview.isError && !overview.data) || failed,
    retry: () => {
      if (failed) loadAgain()
      if (overview.isError) void overview.refetch()
    },
  }
}

export type Library = ReturnType<typeof useLibrary>
