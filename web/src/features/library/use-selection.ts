import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import type { PhotoQuery } from '../../api/library-photos.ts'
import { notify } from '../../components/toast.tsx'
import { orderQuery, refreshLibrary } from './library-queries.ts'

const NONE: ReadonlySet<string> = new Set()

/** All from one photo to another, as they are shown; the other alone where the one is not shown any more. */
function between(order: readonly string[], one: string | null, other: string): readonly string[] {
  const from = one === null ? -1 : order.indexOf(one)
  const to = order.indexOf(other)
  return from < 0 || to < 0 ? [other] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function turned(before: ReadonlySet<string>, meant: readonly string[], select: boolean): ReadonlySet<string> {
  const next = new Set(before)
  for (const id of meant) {
    if (select) next.add(id)
    else next.delete(id)
  }
  return next
}

/**
 * Which of the photos found are selected, whether they were looked at or not: the server says which ones there are, and in which order. One that
 * is not found any more is not selected either.
 */
export function useSelection(query: PhotoQuery, found: number) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(NONE)
  const [busy, setBusy] = useState(false)
  const last = useRef<string | null>(null)
  const order = useQuery({ ...orderQuery(query), enabled: chosen.size > 0 }).data
  const selected = useMemo(() => {
    if (!order || chosen.size === 0) return chosen
    return new Set(order.filter((id) => chosen.has(id)))
  }, [order, chosen])
  const state = useRef({ chosen, query })
  useEffect(() => {
    state.current = { chosen, query }
  }, [chosen, query])

  /** Turns one photo over; with `range`, all from the one turned over last take its new state. */
  const toggle = useCallback(
    async ({ id }: LibraryPhoto, range: boolean) => {
      const from = range ? last.current : null
      const select = !state.current.chosen.has(id)
      last.current = id
      try {
        const meant = from === null ? [id] : between(await client.ensureQueryData(orderQuery(state.current.query)), from, id)
        setChosen((before) => turned(before, meant, select))
      } catch (cause) {
        notify.error('Failed to load user data', errorText(cause))
      }
    },
    [client],
  )

  const selectAll = async (select: boolean): Promise<void> => {
    if (!select) return setChosen(NONE)
    setBusy(true)
    try {
      const all = await client.fetchQuery({ ...orderQuery(query), staleTime: 0 })
      setChosen(new Set(all))
      // Something came or went since they were counted.
      if (all.length !== found) void refreshLibrary()
    } catch (cause) {
      notify.error('Failed to load user data', errorText(cause))
    } finally {
      setBusy(false)
    }
  }

  return { selected, busy, toggle, selectAll, clear: () => setChosen(NONE) }
}
