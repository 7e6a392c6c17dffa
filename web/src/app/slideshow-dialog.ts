import { create } from 'zustand'

/** A dialog about one slideshow, which its card and the editor open alike. The studio shows it (routes/slideshow-dialogs.tsx). */
export interface SlideshowDialogRequest {
  kind: 'save-template' | 'translate' | 'similar'
  projectId: string
}

export const useSlideshowDialog = create<{ request: SlideshowDialogRequest | null }>(() => ({ request: null }))

export const openSlideshowDialog = (request: SlideshowDialogRequest): void => useSlideshowDialog.setState({ request })
export const closeSlideshowDialog = (): void => useSlideshowDialog.setState({ request: null })
