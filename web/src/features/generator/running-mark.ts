import { windowStorage } from '../../app/browser-storage.ts'
import { RUNNING_KEY } from './running-key.ts'

/** A run that this tab has begun or found, and of whose end it has not heard. */
export interface RunningMark {
  projectId: string
  title: string
  wanted: number
}

function markFrom(kept: unknown): RunningMark | null {
  if (typeof kept !== 'object' || kept === null) return null
  if (!('projectId' in kept && 'title' in kept && 'wanted' in kept)) return null
  const { projectId, title, wanted } = kept
  return typeof projectId === 'string' && typeof title === 'string' && typeof wanted === 'number' ? { projectId, title, wanted } : null
}

/** Survives a reload of this tab, and nothing more: other tabs have their own. A closed storage costs the reason of a failure at most. */
export const runningMark = {
  set(mark: RunningMark): void {
    try {
      windowStorage()?.setItem(RUNNING_KEY, JSON.stringify(mark))
    } catch (cause) {
      console.info('This tab keeps nothing of a run.', cause)
    }
  },
  read(): RunningMark | null {
    try {
      return markFrom(JSON.parse(windowStorage()?.getItem(RUNNING_KEY) ?? 'null'))
    } catch (cause) {
      console.info('Nothing of a run could be read.', cause)
      return null
    }
  },
  clear(): void {
    windowStorage()?.removeItem(RUNNING_KEY)
  },
}
