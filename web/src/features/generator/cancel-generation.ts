import { generateCancelPath } from '@ninesixteen/shared/api/limits'
import { errorFromResponse } from '../../api/api-error.ts'
import { sessionFetch } from '../../api/session-fetch.ts'

/** Cancels the run on the server. The slides written so far stay, and the stream ends. */
export async function cancelGeneration(projectId: string): Promise<void> {
  const response = await sessionFetch(new Request(generateCancelPath(projectId), { method: 'POST' }))
  if (!response.ok) throw await errorFromResponse(response)
}
