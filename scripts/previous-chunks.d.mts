export interface Builds {
  /** Folders of the current page, of its replacement, and of the stored parts. */
  before: string
  now: string
  kept: string
}
/** Keeps the parts of the page before that the one now does not have. */
export declare function keepEarlierParts(builds: Builds): void
