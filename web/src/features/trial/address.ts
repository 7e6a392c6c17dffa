import { paths } from '../../app/paths.ts'

export interface TrialAddress {
  topic: string
  /** What was made before, and is shown again. */
  projectId: string | null
}

export function readAddress(): TrialAddress {
  const search = new URLSearchParams(location.search)
  return { topic: search.get('topic')?.trim() ?? '', projectId: search.get('project') }
}

/** A reload finds it again, and writes no second one. */
export function noteProject(projectId: string): void {
  history.replaceState(history.state, '', `${paths.try}?project=${projectId}`)
}

/**
 * Whether the topic in the address was typed on a page of this site. A link from elsewhere fills the field and waits for a click: otherwise anybody
 * could let a visitor's browser write.
 */
export function isOfOurField(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  const isNew = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate'
  return isNew && URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}
