import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../app/paths.ts'
import { ButtonLink } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Page } from '../components/page.tsx'

export function PostSchedulerPage() {
  return (
    <Page title="Post Scheduler" subtitle="Manage and schedule your content across platforms">
      <PageTitle>Post Scheduler</PageTitle>
      <EmptyState
        title="No Scheduled Posts"
        ghost="days"
        action={
          <ButtonLink variant="primary" to={paths.studio}>
            Make a slideshow
          </ButtonLink>
        }
      >
        Schedule your first post to get started with automated publishing
      </EmptyState>
    </Page>
  )
}
