import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useCallback, useState } from 'react'

export type PhotoDialog = 'link' | 'tag' | 'delete'

/** The photos that a dialog acts on. */
export interface DialogPhotos {
  ids: readonly string[]
  /** Query key of this request, because the list of ids may be too long to compare. */
  key: string
  /** The photo whose button was pressed; null for a selection. */
  photo: LibraryPhoto | null
}

export interface PhotoDialogState {
  /** The photos of this dialog; null if it isn't open. */
  photosOf(what: PhotoDialog): DialogPhotos | null
  close(): void
}

/** The open dialog and its photos. */
export function usePhotoDialogs() {
  const [photos, setPhotos] = useState<(DialogPhotos & { what: PhotoDialog }) | null>(null)
  const openForPhoto = useCallback(
    (what: PhotoDialog, photo: LibraryPhoto) => setPhotos({ what, key: crypto.randomUUID(), ids: [photo.id], photo }),
    [],
  )
  const openForSelection = (what: PhotoDialog, selected: Iterable<string>) =>
    setPhotos({ what, key: crypto.randomUUID(), ids: [...selected], photo: null })
  const dialogs: PhotoDialogState = {
    photosOf: (what) => (photos?.what === what ? photos : null),
    close: () => setPhotos(null),
  }
  return { openForPhoto, openForSelection, dialogs }
}
