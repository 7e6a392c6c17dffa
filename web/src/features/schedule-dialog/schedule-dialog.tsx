import { useState } from 'react'
import type { ScheduleAsk } from '../../app/schedule-post.ts'
import { RequestedDialog } from './requested-dialog.tsx'
import type { ScheduleSlots } from './schedule-slots.ts'

export interface ScheduleDialogProps {
  /** Null closes the dialog. */
  asked: ScheduleAsk | null
  slots: ScheduleSlots
  onClose(): void
}

/** The Schedule Post dialog, with fresh state for each request. */
export function ScheduleDialog({ asked, slots, onClose }: ScheduleDialogProps) {
  // Keeps its content while it closes.
  const [shown, setShown] = useState({ ask: asked, turn: 0 })
  if (asked !== null && asked !== shown.ask) setShown({ ask: asked, turn: shown.turn + 1 })
  if (shown.ask === null) return null
  return <RequestedDialog key={shown.turn} ask={shown.ask} open={asked !== null} slots={slots} onClose={onClose} />
}
