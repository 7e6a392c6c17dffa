import { generateCancelPath } from '@ninesixteen/shared/api/limits'
import { errorFromResponse } from '../../api/api-error.ts'
import { sessionFetch } from '../../api/session-fetch.ts'

/** Stops the run on the server; what is written so far is kept, and the stream ends by itself. */
export async function cancelGeneration(projectId: string): Promise<void> {
  const response = await sessionFetch(new Request(generateCancelPath(projectId), { method: 'POST' }))
  if (!response.ok) throw await errorFromResponse(response)
}
