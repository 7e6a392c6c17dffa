import { versionConflictSchema } from '@ninesixteen/shared/api/projects'
import { ApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { newUuid } from '../../../api/new-id.ts'
import type { SaveState } from '../saving/save-state.ts'
import { storedOf } from '../document/session.ts'
import type { EditorSession } from '../document/session.ts'

/** The ends of saving at which only a person, or the network, can go on. */
const STUCK: readonly SaveState['kind'][] = ['offline', 'failed', 'signed-out', 'gone', 'conflict']

/** Resolves when nothing is unsaved; fails where saving cannot go on by itself. */
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
 * Makes an earlier state the newest one. What stood until now is kept as a version by the server, and as an undo step here.
 * The request carries an id, so that it may be repeated.
 */
export async function restoreVersion(session: EditorSession, from: number): Promise<void> {
  const { project, saver, store } = session
  await whenSaved(session)
  try {
    const restored = await api.projects.restore({ id: project.id, from, version: saver.stored.version, saveId: newUuid() })
    const stored = storedOf(restored)
    store.replace(stored.doc, 'restore')
    saver.restored({ ...stored, doc: store.doc() })
    store.say('Earlier version restored')
  } catch (cause) {
    const conflict = cause instanceof ApiError && cause.code === 'VERSION_CONFLICT' ? versionConflictSchema.safeParse(cause.data) : null
    if (!conflict?.success) throw cause
    saver.theirsArrived(storedOf(conflict.data.current))
    throw new Error('This slideshow was changed elsewhere in the meantime. Review it, then restore again.', { cause })
  }
}
