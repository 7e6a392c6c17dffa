import { useCallback, useMemo, useState } from 'react'
import { NOTHING_SELECTED, picked, stillThere, type PickMode } from './selection.ts'

/** The selection among the shown posts. */
export function useSelection(order: readonly string[]) {
  const [stored, setStored] = useState(NOTHING_SELECTED)
  const selection = useMemo(() => stillThere(stored, order), [stored, order])
  return {
    ids: selection.ids,
    pick: useCallback((id: string, mode: PickMode) => setStored((before) => picked(stillThere(before, order), { id, mode, order })), [order]),
    all: useCallback((select: boolean) => setStored(select ? { ids: new Set(order), anchor: null } : NOTHING_SELECTED), [order]),
    clear: useCallback(() => setStored(NOTHING_SELECTED), []),
  }
}
