import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useCallback, useState } from 'react'

export type Question = 'link' | 'tag' | 'delete'

/** What a dialog is about. */
export interface AskedPhotos {
  ids: readonly string[]
  /** Of this one asking: a list of ids may be too long to be compared. */
  key: string
  /** The photo whose own button was pressed; null of photos that were selected together. */
  photo: LibraryPhoto | null
}

export interface AskedAbout {
  /** The photos the open dialog is about; null where it is not this one. */
  about(what: Question): AskedPhotos | null
  close(): void
}

/** Which dialog is open, and about what. */
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
