import { create } from 'zustand'

/** What the Schedule Post dialog is opened for. */
export type ScheduleAsk =
  /** A slideshow; null lets the person choose one. `day` is what the calendar proposes: `YYYY-MM-DD`. */
  | { kind: 'new'; projectId: string | null; day?: string }
  /** The time, the texts and the choices of a post that waits. */
  | { kind: 'edit'; postId: string }
  /** A post once more, to other accounts, with the same pictures. */
  | { kind: 'duplicate'; postId: string }

/** Any feature may ask for the dialog; the shell shows it (schedule-post-host.tsx). A new object each time. */
export const useScheduleAsk = create<{ asked: ScheduleAsk | null }>(() => ({ asked: null }))

export const schedulePost = (asked: ScheduleAsk): void => useScheduleAsk.setState({ asked })
export const closeSchedulePost = (): void => useScheduleAsk.setState({ asked: null })

/** The dialog with all it is made of: asked for when somebody comes near a button that opens it. */
export const loadSchedulePost = () => import('../routes/schedule-post.tsx')

/** What fails here fails again when the dialog is opened, and is handled there. */
export const preloadSchedulePost = (): void => void loadSchedulePost().catch(() => undefined)
