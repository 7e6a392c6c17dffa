import type { LucideIcon } from 'lucide-react'
import type { EditorSession } from '../document/session.ts'

/** What an action may ask of the page around the slide. */
export interface EditorUi {
  pick(purpose: 'background' | 'image-box'): void
  showShortcuts(): void
  showVersions(): void
  /** Asks in which tone the texts of a slide, or one of them, are to be written. */
  askTone(target: { slideId: string; boxId: string | null }): void
}

export interface ActionContext {
  session: EditorSession
  ui: EditorUi
}

/**
 * One thing a person can do, with all its names: toolbar, menu, keyboard and the list of shortcuts read it here. `keys`
 * are like `mod+shift+z`, where mod is Cmd on a Mac and Ctrl elsewhere. `stage` keys work while the slide has the focus.
 */
export interface EditorAction {
  id: string
  label: string
  icon: LucideIcon
  keys: readonly string[]
  where: 'page' | 'stage'
  enabled(context: ActionContext): boolean
  /** Why it cannot be done with this project at all; null when it can. Said to whoever tries. */
  refusal?(context: ActionContext): string | null
  run(context: ActionContext): void
}
