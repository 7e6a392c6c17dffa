import type { BoxRef } from '@ninesixteen/shared/slide/box'
import type { LucideIcon } from 'lucide-react'
import type { EditorSession } from '../document/session.ts'

/** Dialogs that an action can open. */
export interface EditorUi {
  pick(purpose: 'background' | 'image-box'): void
  /** Searches for a background with the words of the slide. */
  findPhoto(): void
  showShortcuts(): void
  showVersions(): void
  /** Sets the photo of a slide; its texts follow where its look placed them. */
  changePhoto(slideId: string, path: string): void
  /** Places the texts of the shown slide by its look and photo. */
  tidySlide(): void
  /** Offers the product's looks for these slides. */
  changeLook(): void
  /** Offers other photos for all slides. */
  changePhotos(): void
  /** Asks which slides take over a look; these are chosen to begin with. */
  applyLook(targets: readonly string[]): void
  /** Asks for the tone in which to rewrite one text, or all texts of the slide. */
  askTone(target: { slideId: string; boxId: string | null }): void
}

export interface ActionContext {
  session: EditorSession
  ui: EditorUi
}

/**
 * A command of the editor, read by toolbar, menus, keyboard and the list of shortcuts. `keys` are like `mod+shift+z`, where
 * mod is Cmd on a Mac and Ctrl elsewhere. `stage` keys work only while the slide has focus.
 */
export interface EditorAction {
  id: string
  label: string
  icon: LucideIcon
  keys: readonly string[]
  where: 'page' | 'stage'
  enabled(context: ActionContext): boolean
  /** Why this project doesn't allow the action at all, shown and announced when the user tries; null when it does. */
  refusal?(context: ActionContext): string | null
  run(context: ActionContext): void
}

export const always = (): boolean => true

export function selectionOf({ session }: ActionContext): readonly BoxRef[] {
  return session.store.getState().history.present.selection
}
