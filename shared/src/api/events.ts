/** Server-sent events for whoever is signed in: what of theirs has changed, and nothing of what is in it. */
export const EVENTS_PATH = '/api/events'

/** What of a person's may change while their page is open. The database says so (channel `person_changed`), whoever changed it. */
export const CHANGE_KINDS = ['posts', 'notices', 'plan'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** `all` comes first, and whenever changes may have been missed: whatever is shown is asked for once more. */
export interface ChangeEvent {
  type: ChangeKind | 'all'
}
