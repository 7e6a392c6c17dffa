import { useSessionGate } from '../../../api/session-gate.ts'
import { beforeUserChange } from '../../../app/unsaved-work.ts'
import { paths } from '../../../app/paths.ts'
import type { Save } from './save-state.ts'
import type { Saver } from './saver.ts'

/** Saves when the network is back, when the user signs in again, and when the tab closes. */
export function watchConnection(saver: Saver, projectId: string, sendOnClose: (save: Save) => void): () => void {
  const wake = (): void => {
    const { kind } = saver.state
    if (kind === 'offline' || kind === 'failed') saver.saveNow()
  }
  const visible = (): void => {
    if (document.visibilityState === 'visible') return wake()
    saver.flushJournal()
  }
  const close = (): void => {
    saver.flushJournal(true)
    const save = saver.unsaved()
    if (save) sendOnClose(save)
  }
  const stopGate = useSessionGate.subscribe(({ ended }, before) => {
    if (before.ended && !ended && saver.state.kind === 'signed-out') saver.saveNow()
  })
  const stopKeeping = beforeUserChange(() => {
    saver.flushJournal(true)
    return saver.state.kind === 'saved' ? null : { what: 'slideshow', path: `${paths.studio}?project=${projectId}` }
  })
  addEventListener('online', wake)
  addEventListener('pagehide', close)
  document.addEventListener('visibilitychange', visible)
  return () => {
    stopGate()
    stopKeeping()
    removeEventListener('online', wake)
    removeEventListener('pagehide', close)
    document.removeEventListener('visibilitychange', visible)
  }
}
