import type { PublishingSettings } from './publishing.ts'

/** Rules that tests can change. */
export interface MetaSettings extends PublishingSettings {
  latencyMs: number
  /** Requests of a day, account and application: the documents say 4,800 for each impression. */
  callsADay: number
  /** Whether a code is answered with a list, as in the documents, and not with an object, as clients report. */
  wrapsToken: boolean
}
