import { versionConflictSchema } from '@ninesixteen/shared/api/projects'
import { ApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { newUuid } from '../../../api/new-id.ts'
import type { SaveState } from '../saving/save-state.ts'
import { storedOf } from '../document/session.ts'
import type { EditorSession } from '../document/session.ts'

/** States that only the user or the network can end. */
const STUCK: readonly SaveState['kind'][] = ['offline', 'failed', 'signed-out', 'gone', 'conflict']

/** Saves everything, or fails if saving is stuck. */
function whenSaved({ saver, status }: EditorSession): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): boolean => {
      const { kind } = status.getState().save
      if (kind === 'saved') resolve()
      else if (STUCK.includes(kind)) reject(new Error('Save your latest changes first.'))
      else return false
      return true
    }
    saver.saveNow()
    if (look()) return
    const stop = status.subscribe(() => {
      if (look()) stop()
    })
  })
}

/**
 * Restores an earlier version. The server keeps the current one as a version, and the editor as an undo step. The request is
 * idempotent.
 */
export async function restoreVersion(session: EditorSession, from: number): Promise<void> {
  const { project, saver, store } = session
  await whenSaved(session)
  try {
    const restored = await api.projects.restore({ id: project.id, from, version: saver.stored.version, saveId: newUuid() })
    const stored = storedOf(restored)
    store.replace(stored.doc, 'restore')
    saver.restored({ ...stored, doc: store.doc() })
    store.announce('Earlier version restored')
  } catch (error) {
    const conflict = error instanceof ApiError && error.code === 'VERSION_CONFLICT' ? versionConflictSchema.safeParse(error.data) : null
    if (!conflict?.success) throw error
    saver.remoteSaved(storedOf(conflict.data.current))
    throw new Error('This slideshow was changed elsewhere in the meantime. Review it, then restore again.', { cause: error })
  }
}
