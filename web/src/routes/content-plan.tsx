import { PageTitle } from '../app/page-title.tsx'
import { lazyPart } from '../components/load-part.tsx'
import { ContentPlanBoard } from '../features/content-plan/content-plan.tsx'

const PostingTimes = lazyPart(async () => (await import('../features/scheduler/posting-times/posting-times-dialog.tsx')).PostingTimesDialog)
const ApproveDialog = lazyPart(async () => (await import('../features/schedule-dialog/approve-dialog.tsx')).ApproveDialog)

export function ContentPlanPage() {
  return (
    <>
      <PageTitle>Content plan</PageTitle>
      <ContentPlanBoard ApproveDialog={ApproveDialog} PostingTimes={PostingTimes} />
    </>
  )
}
