import { preloadSchedulePost, schedulePost } from '../../app/schedule-post.ts'
import type { Day } from './days.ts'

/** Props of a button that opens the Schedule Post dialog with a day. */
export function openDialog(day: Day) {
  return {
    onPointerEnter: preloadSchedulePost,
    onFocus: preloadSchedulePost,
    onClick: () => schedulePost({ kind: 'new', projectId: null, day }),
  }
}
