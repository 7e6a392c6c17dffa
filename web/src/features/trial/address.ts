import { paths } from '../../app/paths.ts'

export interface TrialAddress {
  topic: string
  /** An existing slideshow to show again. */
  projectId: string | null
}

export function readAddress(): TrialAddress {
  const search = new URLSearchParams(location.search)
  return { topic: search.get('topic')?.trim() ?? '', projectId: search.get('project') }
}

/** Puts the slideshow into the address, so that a reload shows it instead of writing a second one. */
export function noteProject(projectId: string): void {
  history.replaceState(history.state, '', `${paths.try}?project=${projectId}`)
}

/**
 * Whether the topic in the address comes from a page of this site. A link from elsewhere only fills the field, because otherwise any site could
 * start generations in a visitor's browser.
 */
export function isOfOurField(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  const isNew = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate'
  return isNew && URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}
