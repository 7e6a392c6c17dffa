import { windowStorage } from '../../app/browser-storage.ts'

const RUNNING_KEY = 'ninesixteen.running'

/** A run that this tab follows and whose end it doesn't know yet. */
export interface RunningMark {
  projectId: string
  title: string
  wanted: number
}

function markFrom(stored: unknown): RunningMark | null {
  if (typeof stored !== 'object' || stored === null) return null
  if (!('projectId' in stored && 'title' in stored && 'wanted' in stored)) return null
  const { projectId, title, wanted } = stored
  return typeof projectId === 'string' && typeof title === 'string' && typeof wanted === 'number' ? { projectId, title, wanted } : null
}

/** Stored in session storage, so it survives a reload of this tab. Without storage, only the reason of a failure is lost. */
export const runningMark = {
  set(mark: RunningMark): void {
    try {
      windowStorage()?.setItem(RUNNING_KEY, JSON.stringify(mark))
    } catch (error) {
      console.info('Could not store the running generation.', error)
    }
  },
  read(): RunningMark | null {
    try {
      return markFrom(JSON.parse(windowStorage()?.getItem(RUNNING_KEY) ?? 'null'))
    } catch (error) {
      console.info('Could not read the running generation.', error)
      return null
    }
  },
  clear(): void {
    windowStorage()?.removeItem(RUNNING_KEY)
  },
}
