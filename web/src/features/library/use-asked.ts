import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useCallback, useMemo, useState } from 'react'

export type Question = 'link' | 'tag' | 'delete'

interface Asked {
  what: Question
  ids: ReadonlySet<string>
  /** The photos were selected together, not by one photo's own button. */
  bulk: boolean
}

export interface AskedAbout {
  bulk: boolean
  /** The photos the open dialog is about; null where it is not this one. */
  about(what: Question): readonly LibraryPhoto[] | null
  close(): void
}

/** Which dialog is open, and about what. Photos change meanwhile, so their ids are kept and they are looked up. */
export function useAsked(photos: readonly LibraryPhoto[]) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const about = useMemo(() => (asked ? photos.filter((photo) => asked.ids.has(photo.id)) : []), [asked, photos])
  const ask = useCallback((what: Question, wanted: readonly LibraryPhoto[], bulk = false) => {
    setAsked({ what, ids: new Set(wanted.map((photo) => photo.id)), bulk })
  }, [])
  const dialogs: AskedAbout = {
    bulk: asked?.bulk ?? false,
    about: (what) => (asked?.what === what && about.length > 0 ? about : null),
    close: () => setAsked(null),
  }
  return { ask, dialogs }
}
