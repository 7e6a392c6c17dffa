import type { ComponentType } from 'react'

/** Takes the next free weekly posting time of the chosen accounts; part of another feature, so the page brings it along. */
export interface NextSlotProps {
  /** Connected accounts, by the id of their row. */
  accountIds: readonly string[]
  onPick(at: Date): void
}

/** Captions to use again; part of another feature, too. */
export interface TemplateSlotProps {
  texts: { caption: string; description: string }
  onUse(texts: { caption: string; description: string }): void
}

export interface ScheduleSlots {
  NextSlot: ComponentType<NextSlotProps> | null
  Templates: ComponentType<TemplateSlotProps>
}
