import { PageTitle } from '../app/page-title.tsx'
import { Page } from '../components/page.tsx'
import { OperatorView } from '../features/operator/operator-view.tsx'

/** The room of whoever runs this instance. */
export function OperatorPage() {
  return (
    <Page title="Operator" subtitle="Who uses this server, and how it is doing. You cannot see anyone’s slides, photos or keys here.">
      <PageTitle>Operator</PageTitle>
      <OperatorView />
    </Page>
  )
}
