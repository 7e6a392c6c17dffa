import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarArrowUp } from 'lucide-react'
import { api, orpc } from '../../../api/client.ts'
import { Button } from '../../../components/button.tsx'
import { notify } from '../../../components/toast.tsx'

export interface NextPostingTimeProps {
  /** Row ids of connected accounts. */
  accountIds: readonly string[]
  onPick(at: Date): void
}

/** Picks the first free weekly posting time of the selected accounts. Renders nothing if they have none. */
export function NextPostingTime({ accountIds, onPick }: NextPostingTimeProps) {
  const slots = useQuery(orpc.postingTimes.list.queryOptions())
  const ids = accountIds.filter((id) => slots.data?.some((account) => account.id === id && account.slots.length > 0))
  const find = useMutation({
    mutationFn: () => api.postingTimes.next({ ids }),
    onSuccess: (accounts) => {
      const [first] = accounts.flatMap(({ times }) => times).toSorted()
      if (first === undefined) notify.info('All posting times in the next year are taken.')
      else onPick(new Date(first))
    },
    onError: () => notify.error('We couldn’t load your posting times. Try again.'),
  })
  if (ids.length === 0) return null
  return (
    <Button size="small" icon={<CalendarArrowUp aria-hidden="true" />} busy={find.isPending} onClick={() => find.mutate()}>
      Next free slot
    </Button>
  )
}
