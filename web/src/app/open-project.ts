import { useLocation } from 'react-router'
import { paths } from './paths.ts'
import { createUserChoice } from './user-choice.ts'

/** The columns of the studio. A phone shows one of them, by `?pane=`. */
export const STUDIO_PANES = ['create', 'edit', 'ideas'] as const
export type StudioPane = (typeof STUDIO_PANES)[number]

export function paneOf(search: URLSearchParams): StudioPane {
  const requestedPane = search.get('pane')
  return STUDIO_PANES.find((pane) => pane === requestedPane) ?? 'create'
}

/** The slideshow that each user has open in the studio, or left open there. */
const openProject = createUserChoice<string | null>('open-project', {
  initial: null,
  parse: (stored) => (typeof stored === 'string' ? stored : null),
})

/** Returns the slideshow that was open last in the studio; null for none. */
export const lastOpenProject = openProject.get

/** Remembers the slideshow open in the studio; null for none. */
export function noteOpenProject(projectId: string | null): void {
  if (projectId !== openProject.get()) openProject.choose(projectId)
}

/** Forgets a deleted slideshow. */
export function forgetProject(projectId: string): void {
  if (openProject.get() === projectId) noteOpenProject(null)
}

/** Returns addresses of the studio with the slideshow that is open, or was open when the user left for another view. */
export function useStudioAddress(): (pane?: StudioPane) => string {
  const { pathname, search } = useLocation()
  const lastOpen = openProject.use()
  const here = pathname === paths.studio ? new URLSearchParams(search) : null
  const projectId = here ? here.get('project') : lastOpen
  return (pane) => {
    const next = new URLSearchParams(here ?? undefined)
    if (projectId) next.set('project', projectId)
    if (pane) next.set('pane', pane)
    return next.size === 0 ? paths.studio : `${paths.studio}?${next}`
  }
}
