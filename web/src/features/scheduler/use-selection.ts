import { useCallback, useMemo, useState } from 'react'
import { NOTHING_SELECTED, picked, stillThere, type PickMode } from './selection.ts'

/** The posts that are selected, of those shown in this order. */
export function useSelection(order: readonly string[]) {
  const [kept, setKept] = useState(NOTHING_SELECTED)
  const selection = useMemo(() => stillThere(kept, order), [kept, order])
  return {
    ids: selection.ids,
    pick: useCallback((id: string, mode: PickMode) => setKept((before) => picked(stillThere(before, order), { id, mode, order })), [order]),
    all: useCallback((select: boolean) => setKept(select ? { ids: new Set(order), anchor: null } : NOTHING_SELECTED), [order]),
    clear: useCallback(() => setKept(NOTHING_SELECTED), []),
  }
}
