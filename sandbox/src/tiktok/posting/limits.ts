/** A user's limits, from the documents and the guidelines. */
export interface Limits {
  /** False lifts all of them, for benches. */
  limited: boolean
  /** A creator's posts of a day over all applications. */
  postsADay: number
  /** Drafts that wait in their inbox, within a day. */
  draftsADay: number
  /** Starts of posts in a minute and token. */
  startsAMinute: number
  /** Questions what became of a post, in a minute and token. */
  pollsAMinute: number
  /** Questions what may be posted, in a minute and token. */
  creatorsAMinute: number
}

export const LIMITS: Limits = { limited: true, postsADay: 15, draftsADay: 5, startsAMinute: 6, pollsAMinute: 30, creatorsAMinute: 20 }

/** A current limit; Infinity while limits are off. */
export function limitOf(limits: Limits, name: Exclude<keyof Limits, 'limited'>): () => number {
  return () => (limits.limited ? limits[name] : Infinity)
}
