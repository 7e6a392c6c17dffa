import type { ComponentType } from 'react'

/** Caption templates, from another feature. */
export interface TemplateSlotProps {
  texts: { caption: string; description: string }
  onUse(texts: { caption: string; description: string }): void
}

export interface ScheduleSlots {
  Templates: ComponentType<TemplateSlotProps>
}
