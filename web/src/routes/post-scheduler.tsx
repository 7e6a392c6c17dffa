import { lazy, Suspense } from 'react'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../app/paths.ts'
import { ButtonLink } from '../components/button.tsx'
import { loadPart } from '../components/load-part.ts'
import { PlanningTools } from '../features/scheduler/planning-tools.tsx'
import { Scheduler } from '../features/scheduler/scheduler.tsx'

const ManualPostingPanel = lazy(async () => ({
  default: (await loadPart(() => import('../features/manual-posting/panel.tsx'))).ManualPostingPanel,
}))

function ByHand({ postId }: { postId: string }) {
  return (
    <Suspense>
      <ManualPostingPanel postId={postId} />
    </Suspense>
  )
}

export function PostSchedulerPage() {
  return (
    <>
      <PageTitle>Post Scheduler</PageTitle>
      <Scheduler
        tools={<PlanningTools />}
        start={
          <ButtonLink variant="primary" to={paths.studio}>
            Make a slideshow
          </ButtonLink>
        }
        ByHand={ByHand}
      />
    </>
  )
}
