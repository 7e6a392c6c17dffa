import { findBox } from '@ninesixteen/shared/slide/box'
import { boundsOf } from '@ninesixteen/shared/slide/geometry'
import { actions } from '../actions/actions.ts'
import type { ActionContext, EditorAction } from '../actions/editor-action.ts'
import { refuseLocked } from '../document/locked.ts'

export interface KeyStroke {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
  /** The key's place on the keyboard, such as `KeyC`. */
  code?: string
}

/** The name of a key stroke, like `mod+shift+z`. Leaves out Shift where it makes another character, as in `?`. */
export function strokeName({ key, ctrlKey, metaKey, shiftKey, altKey, code }: KeyStroke): string {
  // With Alt, a Mac writes another character: `ç` for C.
  const [, letter] = (altKey && /^Key([A-Z])$/.exec(code ?? '')) || []
  const lower = (letter ?? key).toLowerCase()
  const makesCharacter = key.length === 1 && !/[a-z]/.test(lower)
  return [
    ...(ctrlKey || metaKey ? ['mod'] : []),
    ...(altKey ? ['alt'] : []),
    ...(shiftKey && !makesCharacter ? ['shift'] : []),
    lower,
  ].join('+')
}

/** Slide units that an arrow key moves a box, without and with Shift. */
const NUDGE = { small: 1, large: 10 }
const ARROWS: Record<string, readonly [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves the selected boxes by an arrow key. Consecutive presses share one undo step. Returns false without a selection. */
export function nudge(stroke: KeyStroke, { session }: ActionContext): boolean {
  const arrow = ARROWS[stroke.key]
  const { store } = session
  const { selection } = store.getState().history.present
  if (!arrow || stroke.ctrlKey || stroke.metaKey || stroke.altKey || selection.length === 0) return false
  if (refuseLocked(store, 'move')) return true
  const step = stroke.shiftKey ? NUDGE.large : NUDGE.small
  const [dx, dy] = [arrow[0] * step, arrow[1] * step]
  store.perform(
    { type: 'move-boxes', slideId: store.slide().id, refs: [...selection], dx, dy },
    { gesture: `nudge ${selection.join(' ')}` },
  )
  const frames = selection.flatMap((ref) => findBox(store.slide(), ref)?.frame ?? [])
  const { x, y } = boundsOf(frames)
  store.announce(`${Math.round(x)}, ${Math.round(y)}`)
  return true
}

const byStroke = new Map<string, EditorAction>()
for (const action of Object.values<EditorAction>(actions)) {
  for (const keys of action.keys) {
    const other = byStroke.get(keys)
    if (other) throw new Error(`${keys} would both ${other.label} and ${action.label}`)
    byStroke.set(keys, action)
  }
}

/** The action of a key stroke. `stage` actions need focus on the slide. */
export function actionFor(stroke: KeyStroke, onStage: boolean): EditorAction | undefined {
  const action = byStroke.get(strokeName(stroke))
  return action && (onStage || action.where === 'page') ? action : undefined
}

const MAC_SIGNS: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥' }
const OTHER_SIGNS: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt' }
const KEY_SIGNS: Record<string, string> = { ' ': 'Space', delete: 'Del', backspace: '⌫', enter: '↵', pageup: 'PgUp', pagedown: 'PgDn' }

/** A shortcut for display: `⌘⇧Z` on a Mac, `Ctrl+Shift+Z` elsewhere. */
export function printKeys(keys: string, mac: boolean): string {
  const parts = keys.split('+').map((part) => (mac ? MAC_SIGNS : OTHER_SIGNS)[part] ?? KEY_SIGNS[part] ?? part.toUpperCase())
  return parts.join(mac ? '' : '+')
}

/** True on Apple systems, which use Cmd instead of Ctrl. */
export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)
