import { PageTitle } from '../app/page-title.tsx'
import { Page } from '../components/page.tsx'
import { OperatorRoom } from '../features/operator/operator-room.tsx'

/** The room of whoever runs this instance. */
export function OperatorPage() {
  return (
    <Page title="Operator" subtitle="Who uses this instance, and how it fares. Nobody’s slides, photos or keys can be seen from here.">
      <PageTitle>Operator</PageTitle>
      <OperatorRoom />
    </Page>
  )
}
