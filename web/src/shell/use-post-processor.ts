import { useEffect } from 'react'
import { orpc } from '../api/client.ts'
import { callProcessor } from '../api/post-processor-call.ts'
import { useSessionGate } from '../api/session-gate.ts'
import { runInOneTab } from './one-tab.ts'
import { startProcessor } from './post-processor.ts'
import { queryClient } from '../app/query-client.ts'
import { useSignedIn } from '../app/session.ts'

async function process(): Promise<void> {
  // It must not be what asks to sign in again.
  if (useSessionGate.getState().ended) return
  const { processed } = await callProcessor({ action: 'process_due_posts' })
  if (processed > 0) await queryClient.invalidateQueries({ queryKey: orpc.scheduledPosts.key() })
}

/** While any page of the studio is open, one tab of the user asks the server for their due posts. */
export function usePostProcessor(): void {
  const { id } = useSignedIn()
  useEffect(() => runInOneTab(`ninesixteen.post-processor.${id}`, () => startProcessor({ process })), [id])
}
