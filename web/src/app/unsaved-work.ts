/** Work of one person that waits in this browser until they are back: what it is, and where it goes on. */
export interface KeptWork {
  what: 'slideshow' | 'company' | 'photos'
  path: string
}

/** Keeps what a part of the page has of a person's unfinished work; null when there is none. */
export type Keeper = (userId: string) => KeptWork | null | Promise<KeptWork | null>

/** Every page loads this file: unsaved-work-list.ts and reload-for-new-user.ts use them. */
export const keepers = new Set<Keeper>()
export const keptWorkKey = (userId: string) => `ninesixteen.kept-work.${userId}`

/** Asks for it when this page has to be given to somebody else; the answer ends that. */
export function whenTakenOver(keeper: Keeper): () => void {
  keepers.add(keeper)
  return () => void keepers.delete(keeper)
}
