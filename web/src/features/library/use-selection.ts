import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import type { PhotoQuery } from '../../api/library-photos.ts'
import { notify } from '../../components/toast.tsx'
import { orderQuery, refreshLibrary } from './library-queries.ts'
import { between, createSelectAll, withState } from './selection.ts'

const NONE: ReadonlySet<string> = new Set()

/** `createSelectAll` with the excluded photos as React state. */
function useSelectAll() {
  const [except, setExcept] = useState<ReadonlySet<string> | null>(null)
  const [selectAll] = useState(() => createSelectAll(setExcept))
  return { except, ...selectAll }
}

/**
 * The selection among all found photos, loaded or not, because the server provides all ids in order. Photos that are no longer found are
 * deselected.
 */
export function useSelection(query: PhotoQuery, found: number) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(NONE)
  const { except, begin, exclude, end } = useSelectAll()
  const last = useRef<string | null>(null)
  const order = useQuery({ ...orderQuery(query), enabled: chosen.size > 0 }).data
  const selected = useMemo(() => {
    if (!order || chosen.size === 0) return chosen
    return new Set(order.filter((id) => chosen.has(id)))
  }, [order, chosen])

  /** Toggles a photo; with `range`, all photos since the last toggled one get its new state. */
  const toggle = useCallback(
    async ({ id }: LibraryPhoto, range: boolean) => {
      const from = range ? last.current : null
      last.current = id
      if (exclude(id)) return
      if (from === null) return setChosen((before) => withState(before, [id], !before.has(id)))
      try {
        const meant = between(await client.ensureQueryData(orderQuery(query)), from, id)
        setChosen((before) => withState(before, meant, !before.has(id)))
      } catch (error) {
        notify.error('Failed to load user data', errorText(error))
      }
    },
    [client, query, exclude],
  )

  const selectAll = async (select: boolean): Promise<void> => {
    const request = begin(select)
    if (request === null) return setChosen(NONE)
    try {
      const all = await client.fetchQuery({ ...orderQuery(query), staleTime: 0 })
      const without = end(request)
      if (without === null) return
      setChosen(without.size === 0 ? new Set(all) : withState(new Set(all), [...without], false))
      // The library has changed since it was counted.
      if (all.length !== found) void refreshLibrary()
    } catch (error) {
      if (end(request) !== null) notify.error('Failed to load user data', errorText(error))
    }
  }

  return {
    selected,
    /** Number of selected photos, also while ids are loading. */
    count: except ? Math.max(0, found - except.size) : selected.size,
    isSelected: (id: string) => (except ? !except.has(id) : selected.has(id)),
    busy: except !== null,
    toggle,
    selectAll,
    clear: () => {
      begin(false)
      setChosen(NONE)
    },
  }
}
