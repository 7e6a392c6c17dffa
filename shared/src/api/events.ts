/** Server-sent events for the signed-in user: which of their data changed, without the data. */
export const EVENTS_PATH = '/api/events'

/** Data that can change while the user's page is open. The database notifies on channel `person_changed`, whatever process made the change. */
export const CHANGE_KINDS = ['posts', 'notices', 'plan', 'projects', 'accounts', 'runs', 'webhooks'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** `all` comes first, and whenever changes may have been missed: the page refetches everything. */
export interface ChangeEvent {
  type: ChangeKind | 'all'
}
