import { orpc } from '../api/client.ts'
import { useLiveChanges } from '../app/live-changes.ts'
import { queryClient } from '../app/query-client.ts'
import { meKey } from '../app/session.ts'

/** Refetches the plan when it changes: by a payment in another tab, by the operator, or because it ran out. */
export function PlanWatch() {
  useLiveChanges('plan', () => {
    void queryClient.invalidateQueries({ queryKey: meKey })
    void queryClient.invalidateQueries({ queryKey: orpc.billing.key() })
  })
  return null
}
