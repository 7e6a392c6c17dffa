import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../app/paths.ts'
import { ButtonLink } from '../components/button.tsx'
import { Scheduler } from '../features/scheduler/scheduler.tsx'

export function PostSchedulerPage() {
  return (
    <>
      <PageTitle>Post Scheduler</PageTitle>
      <Scheduler
        start={
          <ButtonLink variant="primary" to={paths.studio}>
            Make a slideshow
          </ButtonLink>
        }
      />
    </>
  )
}
