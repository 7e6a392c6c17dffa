import type { ComponentType } from 'react'

/** Captions to use again; part of another feature, too. */
export interface TemplateSlotProps {
  texts: { caption: string; description: string }
  onUse(texts: { caption: string; description: string }): void
}

export interface ScheduleSlots {
  Templates: ComponentType<TemplateSlotProps>
}
