import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useCallback, useState } from 'react'

export type Question = 'link' | 'tag' | 'delete'

/** The photos that a dialog acts on. */
export interface AskedPhotos {
  ids: readonly string[]
  /** Query key of this request, because the list of ids may be too long to compare. */
  key: string
  /** The photo whose button was pressed; null for a selection. */
  photo: LibraryPhoto | null
}

export interface AskedAbout {
  /** The photos of this dialog; null if it isn't open. */
  about(what: Question): AskedPhotos | null
  close(): void
}

/** The open dialog and its photos. */
export function useAsked() {
  const [asked, setAsked] = useState<(AskedPhotos & { what: Question }) | null>(null)
  const askOne = useCallback(
    (what: Question, photo: LibraryPhoto) => setAsked({ what, key: crypto.randomUUID(), ids: [photo.id], photo }),
    [],
  )
  const askSelected = (what: Question, selected: Iterable<string>) =>
    setAsked({ what, key: crypto.randomUUID(), ids: [...selected], photo: null })
  const dialogs: AskedAbout = {
    about: (what) => (asked?.what === what ? asked : null),
    close: () => setAsked(null),
  }
  return { askOne, askSelected, dialogs }
}
