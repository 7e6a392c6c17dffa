import { create } from 'zustand'

export type ScheduleDialogRequest =
  /** `projectId` null: the user chooses the slideshow in the dialog. `day` is the calendar's proposal, `YYYY-MM-DD`. */
  | { kind: 'new'; projectId: string | null; day?: string }
  /** Changes time, texts and options of a waiting post; what changes of time and texts also applies to `others`. */
  | { kind: 'edit'; postId: string; others?: readonly string[] }
  /** Posts the same again, on the same account and others. */
  | { kind: 'duplicate'; postId: string }

/** Any feature may open the Schedule Post dialog; the shell loads and shows it (shell/studio-shell.tsx). */
export const useScheduleDialogRequest = create<{ request: ScheduleDialogRequest | null; isExpected: boolean }>(() => ({
  request: null,
  isExpected: false,
}))

export const schedulePost = (request: ScheduleDialogRequest): void => useScheduleDialogRequest.setState({ request })
export const closeSchedulePost = (): void => useScheduleDialogRequest.setState({ request: null })

const preload = (): void => useScheduleDialogRequest.setState({ isExpected: true })

/** Props of a button that opens the dialog: its code loads when the pointer enters the button. */
export const opensSchedulePost = (request: ScheduleDialogRequest) => ({
  onPointerEnter: preload,
  onFocus: preload,
  onClick: () => schedulePost(request),
})
