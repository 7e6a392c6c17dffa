import { orpc } from '../api/client.ts'
import { useLiveChanges } from '../app/live-changes.ts'
import { queryClient } from '../app/query-client.ts'
import { meKey } from '../app/session.ts'

/** The page learns at once that the plan has changed, whoever changed it: a payment in another tab, the operator, time. */
export function PlanWatch() {
  useLiveChanges('plan', () => {
    void queryClient.invalidateQueries({ queryKey: meKey })
    void queryClient.invalidateQueries({ queryKey: orpc.billing.key() })
  })
  return null
}
