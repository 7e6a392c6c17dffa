import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../app/paths.ts'
import { ButtonLink } from '../components/button.tsx'
import { lazyPart } from '../components/load-part.tsx'
import { PlanningTools } from '../features/scheduler/planning-tools.tsx'
import { Scheduler } from '../features/scheduler/scheduler.tsx'

const ManualPostingPanel = lazyPart(async () => (await import('../features/manual-posting/panel.tsx')).ManualPostingPanel)

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
        ManualPost={ManualPostingPanel}
      />
    </>
  )
}
