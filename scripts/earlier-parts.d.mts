export interface Builds {
  /** The folder of the page that stands, of the one that takes its place, and of what is kept. */
  before: string
  now: string
  kept: string
}
/** Keeps the parts of the page before that the one now does not have. */
export declare function keepEarlierParts(builds: Builds): void
