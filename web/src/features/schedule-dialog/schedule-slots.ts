import type { ComponentType } from 'react'

/** Caption templates and hashtag groups, from another feature. */
export interface TemplateSlotProps {
  texts: { caption: string; description: string }
  onUse(texts: { caption: string; description: string }): void
  /** Adds hashtags to the post, without number signs. */
  onHashtags(tags: readonly string[]): void
}

export interface ScheduleSlots {
  Templates: ComponentType<TemplateSlotProps>
}
