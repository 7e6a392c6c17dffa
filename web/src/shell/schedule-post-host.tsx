import { lazy, Suspense } from 'react'
import { loadPart } from '../components/load-part.ts'
import { useWasOpened } from '../components/use-was-opened.ts'
import { loadSchedulePost, useScheduleAsk } from '../app/schedule-post.ts'

const SchedulePost = lazy(async () => ({ default: (await loadPart(loadSchedulePost)).SchedulePost }))

/** Where the Schedule Post dialog stands, whoever asked for it. */
export function SchedulePostHost() {
  const asked = useScheduleAsk((state) => state.asked)
  const wanted = useWasOpened(asked !== null)
  return <Suspense>{wanted && <SchedulePost asked={asked} />}</Suspense>
}
