import { PageTitle } from '../app/page-title.tsx'
import { Page } from '../components/page.tsx'
import { OperatorView } from '../features/operator/operator-view.tsx'

export function OperatorPage() {
  return (
    <Page title="Operator" subtitle="Users and health of this server. You can’t see anyone’s slides, photos or keys here.">
      <PageTitle>Operator</PageTitle>
      <OperatorView />
    </Page>
  )
}
