import { useLocation } from 'react-router'
import { useSessionGate } from '../api/session-gate.ts'
import { windowStorage } from './browser-storage.ts'
import { paths } from './paths.ts'

/** The columns of the studio. A phone shows one of them, by `?pane=`. */
export const STUDIO_PANES = ['create', 'edit', 'ideas'] as const
export type StudioPane = (typeof STUDIO_PANES)[number]

export function paneOf(search: URLSearchParams): StudioPane {
  const requestedPane = search.get('pane')
  return STUDIO_PANES.find((pane) => pane === requestedPane) ?? 'create'
}

/** Per user: the next user of this window must not open this one's slideshow. */
const keyOf = (userId: string): string => `ninesixteen.open-project.${userId}`

/** Remembers the slideshow open in the studio; null for none. */
export function noteOpenProject(projectId: string | null): void {
  const { userId } = useSessionGate.getState()
  if (userId === null) return
  if (projectId === null) windowStorage()?.removeItem(keyOf(userId))
  else windowStorage()?.setItem(keyOf(userId), projectId)
}

/** Forgets a deleted slideshow. */
export function forgetProject(projectId: string): void {
  const { userId } = useSessionGate.getState()
  if (userId !== null && windowStorage()?.getItem(keyOf(userId)) === projectId) noteOpenProject(null)
}

/** Returns addresses of the studio with the slideshow that is open, or was open when the user left for another view. */
export function useStudioAddress(): (pane?: StudioPane) => string {
  const { pathname, search } = useLocation()
  const userId = useSessionGate((state) => state.userId)
  const here = pathname === paths.studio ? new URLSearchParams(search) : null
  const projectId = here ? here.get('project') : userId && windowStorage()?.getItem(keyOf(userId))
  return (pane) => {
    const next = new URLSearchParams(here ?? undefined)
    if (projectId) next.set('project', projectId)
    if (pane) next.set('pane', pane)
    return next.size === 0 ? paths.studio : `${paths.studio}?${next}`
  }
}
