import type { BoxRef } from '@ninesixteen/shared/slide/box'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { Handle } from '@ninesixteen/shared/slide/geometry'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { PerformOptions } from '../document/editor-store.ts'
import type { DraftStore } from '../document/draft.ts'

/** CSS pixels a pointer may tremble before a click becomes a drag. A finger trembles more. */
export const DRAG_FROM = { mouse: 3, touch: 8 }

export interface Point {
  x: number
  y: number
}

export interface Keys {
  shift: boolean
  alt: boolean
  /** Ctrl or Cmd: nothing snaps while it is held. */
  bypass: boolean
}

export type Target = { kind: 'box'; ref: BoxRef } | { kind: 'handle'; ref: BoxRef; handle: Handle } | { kind: 'slide' }

/** Where a pointer is: `at` in slide units, `screen` in CSS pixels, `time` in milliseconds. */
export interface PointerAt {
  at: Point
  screen: Point
  keys: Keys
  time: number
}

export interface Press extends PointerAt {
  target: Target
  touch: boolean
}

/** Two fingers: the middle between them in slide units, and how far they are apart in CSS pixels. */
export interface Pinch {
  centre: Point
  distance: number
}

export type GestureEvent =
  | ({ type: 'down' } & Press)
  | ({ type: 'move' } & PointerAt)
  | ({ type: 'up' } & PointerAt)
  /** A modifier key went down or up while the pointer rests. */
  | { type: 'keys'; keys: Keys }
  /** A second finger came down, or one of both moved. */
  | ({ type: 'pinch' } & Pinch)
  /** Escape, or the browser took the pointer for scrolling. */
  | { type: 'cancel' }
  /** The editor is being left: what was typed counts, as it does when the focus goes elsewhere; a drag does not. */
  | { type: 'leave' }
  /** Asks to type into a box: Enter on the keyboard, or the toolbar. */
  | { type: 'edit'; ref: BoxRef }
  | { type: 'typed'; text: string }
  | { type: 'commit-text'; text: string }

/** Which state follows; `again` hands the same event to it. Null stays. */
export type Next =
  | { to: 'idle'; again?: boolean }
  | { to: 'pressing'; press: Press }
  | { to: 'selecting'; press: Press }
  | { to: 'dragging'; press: Press; move: PointerAt }
  | { to: 'resizing'; press: Press }
  | { to: 'pinching'; ref: BoxRef; first: Pinch }
  | { to: 'editing'; ref: BoxRef }
  | null

export interface GestureState {
  name: 'idle' | 'pressing' | 'selecting' | 'dragging' | 'resizing' | 'pinching' | 'editing'
  on(event: GestureEvent): Next
  leave?(): void
}

/** All that a gesture may touch. */
export interface GestureContext {
  slide(): Slide
  selection(): readonly BoxRef[]
  select(refs: readonly BoxRef[]): void
  perform(edit: Edit, options?: PerformOptions): boolean
  say(text: string): void
  setEditing(ref: BoxRef | null): void
  /** Text that is typed and not committed yet; null when there is none. */
  setTyped(typed: { slideId: string; boxId: BoxRef; text: string } | null): void
  draft: DraftStore
  /** For boxes that a gesture adds. */
  newId(): string
}
