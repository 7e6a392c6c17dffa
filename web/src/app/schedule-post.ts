import { create } from 'zustand'

export type ScheduleAsk =
  /** `projectId` null: the user chooses the slideshow in the dialog. `day` is the calendar's proposal, `YYYY-MM-DD`. */
  | { kind: 'new'; projectId: string | null; day?: string }
  /** Changes time, texts and options of a waiting post. */
  | { kind: 'edit'; postId: string }
  /** Posts the same media again, to other accounts. */
  | { kind: 'duplicate'; postId: string }

/** Any feature may open the Schedule Post dialog; the shell loads and shows it (shell/studio-shell.tsx). */
export const useScheduleAsk = create<{ asked: ScheduleAsk | null; isExpected: boolean }>(() => ({ asked: null, isExpected: false }))

export const schedulePost = (asked: ScheduleAsk): void => useScheduleAsk.setState({ asked })
export const closeSchedulePost = (): void => useScheduleAsk.setState({ asked: null })

const preload = (): void => useScheduleAsk.setState({ isExpected: true })

/** Props of a button that opens the dialog: its code loads when the pointer enters the button. */
export const opensSchedulePost = (asked: ScheduleAsk) => ({ onPointerEnter: preload, onFocus: preload, onClick: () => schedulePost(asked) })
