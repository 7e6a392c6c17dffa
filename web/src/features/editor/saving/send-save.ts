import { apiPrefix } from 'virtual:contract'
import { toApiError, type ApiError } from '../../../api/api-error.ts'
import { expectedUserHeader } from '../../../api/expected-user.ts'
import { api } from '../../../api/client.ts'
import { useSessionGate } from '../../../api/session-gate.ts'
import type { Save, SaveOutcome } from './save-state.ts'

/** Browsers limit keepalive requests to 64 KiB; the rest is for headers. */
const KEEPALIVE_MAX_BYTES = 60 * 1024

/** Sends one save. Never throws. */
export async function sendSave(projectId: string, { saveId, version, doc }: Save): Promise<SaveOutcome> {
  try {
    const saved = await api.projects.save({ id: projectId, saveId, version, title: doc.title, slides: doc.slides })
    return { kind: 'saved', version: saved.version }
  } catch (error) {
    return outcomeOf(toApiError(error))
  }
}

/** Reads the server's current version from a 412. Loads the schema on the first one. */
async function conflictOf(error: ApiError): Promise<SaveOutcome> {
  try {
    const { versionConflictSchema } = await import('@ninesixteen/shared/api/projects')
    const { current, isTaken } = versionConflictSchema.parse(error.data)
    return { kind: 'conflict', current: { version: current.version, doc: { title: current.title, slides: current.slides } }, isTaken }
  } catch (thrown) {
    // The schema didn't load; the retry gets the same response.
    return { kind: 'retry', offline: !navigator.onLine, message: toApiError(thrown).message }
  }
}

function outcomeOf(error: ApiError): SaveOutcome | Promise<SaveOutcome> {
  if (error.code === 'VERSION_CONFLICT') return conflictOf(error)
  // The work waits until its own user signs in again.
  if (error.status === 401 || error.code === 'WRONG_PERSON') return { kind: 'signed-out' }
  if (error.status === 404) return { kind: 'gone' }
  if (error.status === 0) return { kind: 'retry', offline: true, message: error.message }
  if (error.status >= 500 || error.status === 429) return { kind: 'retry', offline: false, message: error.message }
  return { kind: 'refused', message: error.message }
}

/** Sends a save from a closing tab without awaiting the response; the journal keeps the work in any case. */
export function sendOnClose(projectId: string, { saveId, version, doc }: Save): void {
  const body = JSON.stringify({ saveId, version, title: doc.title, slides: doc.slides })
  if (new Blob([body]).size > KEEPALIVE_MAX_BYTES || useSessionGate.getState().left !== null) return
  void fetch(`${apiPrefix}/projects/${projectId}`, {
    method: 'PUT',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...expectedUserHeader() },
    body,
  }).catch(() => {
    // The tab is gone; the next one finds the work in the journal.
  })
}
