/** Maximum undo steps. */
export const HISTORY_LIMIT = 20

/**
 * Undo and redo over whole states. States share their unchanged parts, so a step costs what it changed. A state is whatever undo restores in the
 * editor: the document, and where the user was looking.
 */
export interface History<S> {
  /** Oldest first, at most HISTORY_LIMIT. */
  readonly past: readonly S[]
  readonly present: S
  /** Next redo first. */
  readonly future: readonly S[]
  /** The gesture whose changes belong to the last step, while it lasts. */
  readonly gesture: string | null
}

/** A history with nothing to undo. */
export function startHistory<S>(present: S): History<S> {
  return { past: [], present, future: [], gesture: null }
}

/**
 * Adds a step; what could be redone is gone. Changes that carry the same gesture as the one before make one step
 * with it, however many there are.
 */
export function recordStep<S>(history: History<S>, next: S, gesture: string | null = null): History<S> {
  if (Object.is(next, history.present)) return history
  if (gesture !== null && gesture === history.gesture) return { ...history, present: next, future: [] }
  return { past: [...history.past, history.present].slice(-HISTORY_LIMIT), present: next, future: [], gesture }
}

/** Changes the present without a step: looking at another slide, or another selection. Redo stays possible. */
export function replacePresent<S>(history: History<S>, present: S): History<S> {
  return { ...history, present }
}

/** The present stays, and redo leads to a step that was not taken. */
export function offerRedo<S>(history: History<S>, next: S): History<S> {
  return { ...history, future: [next], gesture: null }
}

/** Ends the gesture: the next change is a step of its own. */
export function endGesture<S>(history: History<S>): History<S> {
  return history.gesture === null ? history : { ...history, gesture: null }
}

/** One step back; the same history when there is none. */
export function undo<S>(history: History<S>): History<S> {
  const present = history.past.at(-1)
  if (present === undefined) return history
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], gesture: null }
}

/** One step forward again; the same history when there is none. */
export function redo<S>(history: History<S>): History<S> {
  const [present, ...future] = history.future
  if (present === undefined) return history
  return { past: [...history.past, history.present].slice(-HISTORY_LIMIT), present, future, gesture: null }
}

/** Applies a change from elsewhere to every state, so that undo reverts the user's own changes only. */
export function mapHistory<S>(history: History<S>, change: (state: S) => S): History<S> {
  return { ...history, past: history.past.map(change), present: change(history.present), future: history.future.map(change) }
}
