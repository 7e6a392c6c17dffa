import { create } from 'zustand'

/** A dialog about one slideshow, which its card and the editor open alike. The studio shows it (routes/slideshow-dialogs.tsx). */
export interface SlideshowDialogRequest {
  kind: 'save-template' | 'translate' | 'similar'
  projectId: string
}

export const useSlideshowDialog = create<{ asked: SlideshowDialogRequest | null }>(() => ({ asked: null }))

export const openSlideshowDialog = (asked: SlideshowDialogRequest): void => useSlideshowDialog.setState({ asked })
export const closeSlideshowDialog = (): void => useSlideshowDialog.setState({ asked: null })
