import { useLocation } from 'react-router'
import { useSessionGate } from '../api/session-gate.ts'
import { windowStorage } from './browser-storage.ts'
import { paths } from './paths.ts'
import type { StudioPane } from './studio-pane.ts'

/** Named by its user: the next one to sign in in this window opens nothing of theirs. */
const keyOf = (userId: string): string => `ninesixteen.open-project.${userId}`

/** Notes which slideshow is open in the studio; null when none is. */
export function noteOpenProject(projectId: string | null): void {
  const { userId } = useSessionGate.getState()
  if (userId === null) return
  if (projectId === null) windowStorage()?.removeItem(keyOf(userId))
  else windowStorage()?.setItem(keyOf(userId), projectId)
}

/** Forgets a slideshow that does not exist any more. */
export function forgetProject(projectId: string): void {
  const { userId } = useSessionGate.getState()
  if (userId !== null && windowStorage()?.getItem(keyOf(userId)) === projectId) noteOpenProject(null)
}

/** Addresses of the studio with the slideshow that is open there, or was when the user left it for another view. */
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
