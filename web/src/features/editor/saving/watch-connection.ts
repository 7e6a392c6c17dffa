import { useSessionGate } from '../../../api/session-gate.ts'
import type { Save } from './save-state.ts'
import type { Saver } from './saver.ts'

/** Sends what waits when the network is back, when the person signed in again, and when the page goes away. */
export function watchConnection(saver: Saver, sendOnClose: (save: Save) => void): () => void {
  const wake = (): void => {
    const { kind } = saver.state
    if (kind === 'offline' || kind === 'failed') saver.saveNow()
  }
  const visible = (): void => {
    if (document.visibilityState === 'visible') return wake()
    saver.keepNow()
  }
  const close = (): void => {
    saver.keepNow(true)
    const save = saver.unsaved()
    if (save) sendOnClose(save)
  }
  const stopGate = useSessionGate.subscribe(({ ended }, before) => {
    if (before.ended && !ended && saver.state.kind === 'signed-out') saver.saveNow()
  })
  addEventListener('online', wake)
  addEventListener('pagehide', close)
  document.addEventListener('visibilitychange', visible)
  return () => {
    stopGate()
    removeEventListener('online', wake)
    removeEventListener('pagehide', close)
    document.removeEventListener('visibilitychange', visible)
  }
}
