import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import type { PhotoQuery } from '../../api/library-photos.ts'
import { notify } from '../../components/toast.tsx'
import { orderQuery, refreshLibrary } from './library-queries.ts'

const NONE: ReadonlySet<string> = new Set()

/** The ids between two photos in display order; only `other` if one of them is no longer shown. */
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

interface AllButSome {
  number: number
  except: ReadonlySet<string>
}

/** "Select all" while the ids are loading: everything except the photos that the user toggles in the meantime. */
function useAllButSome() {
  const now = useRef<AllButSome | null>(null)
  const asked = useRef(0)
  const [except, setExcept] = useState<ReadonlySet<string> | null>(null)
  const set = useCallback((next: AllButSome | null) => {
    now.current = next
    setExcept(next?.except ?? null)
  }, [])
  /** Starts selecting all and returns the request's number; null for deselecting. */
  const begin = (select: boolean): number | null => {
    asked.current += 1
    set(select ? { number: asked.current, except: NONE } : null)
    return select ? asked.current : null
  }
  /** Returns false if no ids are loading. */
  const turn = useCallback(
    (id: string): boolean => {
      if (!now.current) return false
      const { number, except: before } = now.current
      set({ number, except: turned(before, [id], !before.has(id)) })
      return true
    },
    [set],
  )
  /** The photos toggled in the meantime; null if a newer request has started. */
  const end = (number: number): ReadonlySet<string> | null => {
    if (now.current?.number !== number) return null
    const { except: without } = now.current
    set(null)
    return without
  }
  return { except, begin, turn, end }
}

/**
 * The selection among all found photos, loaded or not, because the server provides all ids in order. Photos that are no longer found are
 * deselected.
 */
export function useSelection(query: PhotoQuery, found: number) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(NONE)
  const { except, begin, turn, end } = useAllButSome()
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
      if (turn(id)) return
      if (from === null) return setChosen((before) => turned(before, [id], !before.has(id)))
      try {
        const meant = between(await client.ensureQueryData(orderQuery(query)), from, id)
        setChosen((before) => turned(before, meant, !before.has(id)))
      } catch (cause) {
        notify.error('Failed to load user data', errorText(cause))
      }
    },
    [client, query, turn],
  )

  const selectAll = async (select: boolean): Promise<void> => {
    const asking = begin(select)
    if (asking === null) return setChosen(NONE)
    try {
      const all = await client.fetchQuery({ ...orderQuery(query), staleTime: 0 })
      const without = end(asking)
      if (without === null) return
      setChosen(without.size === 0 ? new Set(all) : turned(new Set(all), [...without], false))
      // The library has changed since it was counted.
      if (all.length !== found) void refreshLibrary()
    } catch (cause) {
      if (end(asking) !== null) notify.error('Failed to load user data', errorText(cause))
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
