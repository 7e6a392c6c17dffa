import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useSearchParams } from '../../app/search-params.ts'
import { useTimeZone } from '../../app/time-zone.ts'
import { readAddress, writeAddress, type SchedulerAddress } from './address.ts'
import { createPostMoves } from './post-moves.ts'
import { useLivePosts } from './use-live-posts.ts'
import { usePostActions } from './use-post-actions.ts'
import { useCounts } from './use-posts.ts'
import { useShownPosts } from './use-shown-posts.ts'
import { NOTHING_SELECTED, picked, withoutHidden, type PickMode } from './selection.ts'

/** The selection among the shown posts. */
function useSelection(order: readonly string[]) {
  const [stored, setStored] = useState(NOTHING_SELECTED)
  const selection = useMemo(() => withoutHidden(stored, order), [stored, order])
  return {
    ids: selection.ids,
    pick: useCallback(
      (id: string, mode: PickMode) => setStored((before) => picked(withoutHidden(before, order), { id, mode, order })),
      [order],
    ),
    clear: useCallback(() => setStored(NOTHING_SELECTED), []),
  }
}

/** The current time, updated every full minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          setNow(new Date())
          wait()
        },
        60_000 - (Date.now() % 60_000),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [])
  return now
}

/** The moves of this page; unsent ones are sent when the user leaves. */
function usePostMoves(zone: string) {
  const [moves] = useState(createPostMoves)
  useEffect(() => moves.setZone(zone), [moves, zone])
  useEffect(() => () => void moves.flush(), [moves])
  return { moves, shown: useStore(moves.store, (state) => state.moves) }
}

/** The state and actions of the scheduler. */
export function useScheduler() {
  const [search, setSearch] = useSearchParams()
  const address = useMemo(() => readAddress(search), [search])
  const [zone, chooseZone] = useTimeZone()
  const now = useNow()
  const wall = wallOf(now, zone)
  const today = wall.slice(0, 10)
  const day = address.day ?? today
  const go = useCallback(
    // Only details and views get history entries, so that Back closes them; days and filters would flood the history.
    (change: Partial<SchedulerAddress>) => setSearch((before) => writeAddress(before, change), { replace: !change.post && !change.view }),
    [setSearch],
  )
  useLivePosts()

  const { moves, shown: moving } = usePostMoves(zone)
  const posts = useShownPosts({ view: address.view, day, zone, filter: address.filter, moves: moving })
  const counts = useCounts(address.filter)
  const selection = useSelection(posts.order)
  const [announcement, announce] = useState('')
  const actions = usePostActions({ zone, selected: selection.ids, byId: posts.byId, moves, pick: selection.pick, go, announce })
  const minuteNow = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
  return { address, go, zone, chooseZone, now, minuteNow, today, day, posts, counts, selection, actions, moves, announcement }
}

export type SchedulerState = ReturnType<typeof useScheduler>
