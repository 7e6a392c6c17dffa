import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useCallback, useMemo, useRef, useState } from 'react'

/** Which of the photos shown are selected. A photo that is not shown any more is not selected either. */
export function useSelection(shown: readonly LibraryPhoto[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const selected = useMemo(() => new Set(shown.filter((photo) => chosen.has(photo.id)).map((photo) => photo.id)), [shown, chosen])

  /** Turns one photo over; with `range`, all from the one turned over last take its new state. */
  const toggle = useCallback(
    (photo: LibraryPhoto, range: boolean) => {
      const order = shown.map((one) => one.id)
      const from = range && last.current !== null ? order.indexOf(last.current) : -1
      const to = order.indexOf(photo.id)
      const meant = from < 0 ? [photo.id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
      last.current = photo.id
      setChosen((before) => {
        const next = new Set(before)
        const select = !before.has(photo.id)
        for (const id of meant) {
          if (select) next.add(id)
          else next.delete(id)
        }
        return next
      })
    },
    [shown],
  )

  return {
    selected,
    photos: useMemo(() => shown.filter((photo) => selected.has(photo.id)), [shown, selected]),
    toggle,
    selectAll: (select: boolean) => setChosen(new Set(select ? shown.map((photo) => photo.id) : [])),
    clear: () => setChosen(new Set()),
  }
}
