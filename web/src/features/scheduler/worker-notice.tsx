import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'
import { Notice } from '../../components/notice.tsx'

const LOOK_EVERY_MS = 20_000

/** Says that nothing is sent at the moment, while that is so. */
export function WorkerNotice({ zone }: { zone: string }) {
  const { data } = useQuery(orpc.scheduledPosts.worker.queryOptions({ refetchInterval: LOOK_EVERY_MS, staleTime: 0 }))
  // Whether it lives is the server's to say: this browser's clock may be minutes off.
  if (!data || data.isAlive) return null
  const { beatAt, offlineHours } = data
  return (
    <Notice kind="warn">
      Nothing is being published at the moment.{' '}
      {beatAt === null ? 'The publisher has not run yet.' : `The publisher was last seen on ${shownMoment(new Date(beatAt), zone)}.`} Your
      posts are safe: they go out when it is back, up to {offlineHours} hours late. The operator of this server has to start its worker.
    </Notice>
  )
}
