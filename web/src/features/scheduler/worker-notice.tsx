import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'
import { Notice } from '../../components/notice.tsx'

const POLL_EVERY_MS = 20_000

/** Warns while no worker publishes posts. */
export function WorkerNotice({ zone }: { zone: string }) {
  const { data } = useQuery(orpc.scheduledPosts.worker.queryOptions({ refetchInterval: POLL_EVERY_MS, staleTime: 0 }))
  // The server decides, because this browser's clock may be off.
  if (!data || data.isAlive) return null
  const { beatAt, offlineHours } = data
  return (
    <Notice kind="warn">
      Publishing is paused: {beatAt === null ? 'the worker hasn’t started yet' : `the worker stopped on ${shownMoment(new Date(beatAt), zone)}`}.
      Your posts are safe and go out when the operator of this server starts it again, up to {offlineHours} hours late.
    </Notice>
  )
}
