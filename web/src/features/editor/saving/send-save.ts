import { apiPrefix } from 'virtual:contract'
import { toApiError, type ApiError } from '../../../api/api-error.ts'
import { expectedUserHeader } from '../../../api/expected-user.ts'
import { api } from '../../../api/client.ts'
import { useSessionGate } from '../../../api/session-gate.ts'
import type { Save, SaveOutcome } from './save-state.ts'

/** Browsers send at most 64 KiB after a page is closed; a little is left for the headers. */
const KEEPALIVE_MAX_BYTES = 60 * 1024

/** Sends one save and says what became of it. Never throws. */
export async function sendSave(projectId: string, { saveId, version, doc }: Save): Promise<SaveOutcome> {
  try {
    const saved = await api.projects.save({ id: projectId, saveId, version, title: doc.title, slides: doc.slides })
    return { kind: 'saved', version: saved.version }
  } catch (cause) {
    return outcomeOf(toApiError(cause))
  }
}

/** What the server holds, from its answer to a save it did not take. Its schema is loaded with the first one. */
async function conflictOf(error: ApiError): Promise<SaveOutcome> {
  try {
    const { versionConflictSchema } = await import('@ninesixteen/shared/api/projects')
    const { current, isTaken } = versionConflictSchema.parse(error.data)
    return { kind: 'conflict', current: { version: current.version, doc: { title: current.title, slides: current.slides } }, isTaken }
  } catch (cause) {
    // The same save will be answered in the same way, once the network is back.
    return { kind: 'retry', offline: !navigator.onLine, message: toApiError(cause).message }
  }
}

function outcomeOf(error: ApiError): SaveOutcome | Promise<SaveOutcome> {
  if (error.code === 'VERSION_CONFLICT') return conflictOf(error)
  // Whose page it is does not change: the work waits for its own person.
  if (error.status === 401 || error.code === 'WRONG_PERSON') return { kind: 'signed-out' }
  if (error.status === 404) return { kind: 'gone' }
  if (error.status === 0) return { kind: 'retry', offline: true, message: error.message }
  if (error.status >= 500 || error.status === 429) return { kind: 'retry', offline: false, message: error.message }
  return { kind: 'refused', message: error.message }
}

/** Sends a save from a page that is being closed; no answer is awaited, and the journal keeps the work in any case. */
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
    // Nobody is left to tell: the next page finds the work in the journal.
  })
}
