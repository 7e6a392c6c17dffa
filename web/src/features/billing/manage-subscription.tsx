import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useBillingPage } from './use-billing-page.ts'

/** Opens the provider's page where a subscription is cancelled, paid and looked at. */
export function ManageSubscription({ isPrimary = false }: { isPrimary?: boolean }) {
  const { isOpening, error, open } = useBillingPage('portal')
  return (
    <>
      <Button variant={isPrimary ? 'primary' : 'secondary'} size="large" wide busy={isOpening} onClick={() => void open()}>
        {isOpening ? 'Opening...' : 'Manage Subscription'}
      </Button>
      {error !== null && <Notice kind="bad">{error}</Notice>}
    </>
  )
}
