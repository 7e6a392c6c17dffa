import type { BoxRef, Frame } from '@ninesixteen/shared/slide/box'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { Handle } from '@ninesixteen/shared/slide/geometry'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { PerformOptions } from '../document/editor-store.ts'
import type { DraftStore } from '../document/draft.ts'
import type { PhotoSize, PhotoZoom } from '../design/photo-framing.ts'

/** CSS pixels of movement that turn a click into a drag. Touch is less precise. */
export const DRAG_FROM = { mouse: 3, touch: 8 }

export interface Point {
  x: number
  y: number
}

export interface Keys {
  shift: boolean
  alt: boolean
  /** Ctrl or Cmd: disables snapping. */
  bypass: boolean
}

export type Target =
  | { kind: 'box'; ref: BoxRef }
  | { kind: 'handle'; ref: BoxRef; handle: Handle }
  | { kind: 'rotate'; ref: BoxRef }
  | { kind: 'slide' }

/** `at` in slide units, `screen` in CSS pixels, `time` in milliseconds. */
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

/** Two fingers: their centre in slide units and their distance in CSS pixels. */
export interface Pinch {
  centre: Point
  distance: number
}

export type GestureEvent =
  | ({ type: 'down' } & Press)
  | ({ type: 'move' } & PointerAt)
  | ({ type: 'up' } & PointerAt)
  /** A modifier key changed without pointer movement. */
  | { type: 'keys'; keys: Keys }
  /** A second finger touched, or either moved. */
  | ({ type: 'pinch' } & Pinch)
  /** Escape, or the browser took the pointer for scrolling. */
  | { type: 'cancel' }
  /** The user leaves the editor: commits typed text, discards a drag. */
  | { type: 'leave' }
  /** Starts editing a text, by Enter or the toolbar. */
  | { type: 'edit'; ref: BoxRef }
  | { type: 'typed'; text: string }
  /** Starts moving the photo behind the texts. */
  | { type: 'adjust-photo'; photo: PhotoSize }
  /** By slide units. */
  | { type: 'pan-photo'; by: Point }
  | ({ type: 'zoom-photo' } & PhotoZoom)
  | { type: 'keep-photo' }
  | { type: 'commit-text'; text: string }

/** The next state, or null to stay; `again` passes the same event to it. */
export type Next =
  | { to: 'idle'; again?: boolean }
  | { to: 'pressing'; press: Press }
  | { to: 'selecting'; press: Press }
  | { to: 'dragging'; press: Press; move: PointerAt }
  | { to: 'resizing'; press: Press }
  | { to: 'rotating'; press: Press; ref: BoxRef }
  | { to: 'pinching'; ref: BoxRef; first: Pinch }
  | { to: 'editing'; ref: BoxRef }
  | { to: 'adjusting'; photo: PhotoSize }
  | null

export interface GestureState {
  name: 'idle' | 'pressing' | 'selecting' | 'dragging' | 'resizing' | 'rotating' | 'pinching' | 'editing' | 'adjusting'
  on(event: GestureEvent): Next
  leave?(): void
}

/** Everything that a gesture can read and change. */
export interface GestureContext {
  slide(): Slide
  selection(): readonly BoxRef[]
  select(refs: readonly BoxRef[]): void
  perform(edit: Edit, options?: PerformOptions): boolean
  announce(text: string): void
  setEditing(ref: BoxRef | null): void
  setAdjusting(isAdjusting: boolean): void
  /** Opens the crop of an image box. */
  crop(ref: BoxRef): void
  /** The photo that a double-click on the slide adjusts; null when it adds text. */
  photoToAdjust(): PhotoSize | null
  /** The area whose edges boxes snap to. */
  safeArea(): Frame
  /** Tells the user that the selected boxes are locked. */
  refuseLocked(deed: 'resize'): void
  /** Uncommitted text; null without any. */
  setTyped(typed: { slideId: string; boxId: BoxRef; text: string } | null): void
  /** Lets the user bring back what they typed before Escape. */
  offerDiscarded(edit: Edit): void
  draft: DraftStore
  newId(): string
}
