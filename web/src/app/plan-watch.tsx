import { orpc } from '../api/client.ts'
import { useLiveChanges } from './live-changes.ts'
import { queryClient } from './query-client.ts'
import { meKey } from './session.ts'

/** The page learns at once that the plan has changed, whoever changed it: a payment in another tab, the operator, time. */
export function PlanWatch() {
  useLiveChanges('plan', () => {
    void queryClient.invalidateQueries({ queryKey: meKey })
    void queryClient.invalidateQueries({ queryKey: orpc.billing.key() })
  })
  return null
}
