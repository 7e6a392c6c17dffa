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

/** Loads the dialog's code, for example when the pointer enters a button that opens it. */
export const preloadSchedulePost = (): void => useScheduleAsk.setState({ isExpected: true })
