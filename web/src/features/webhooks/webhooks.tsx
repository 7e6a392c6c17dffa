import { WEBHOOKS_MAX } from '@ninesixteen/shared/api/limits'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { EntryList } from '../../components/entry-list.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel, PanelText } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** Lists the user's webhooks. Demos have none. */
export function Webhooks() {
  return useSignedIn().demo ? null : <WebhooksPanel />
}

function WebhooksPanel() {
  const list = useQuery(orpc.webhooks.list.queryOptions({ staleTime: 0 }))
  const [isAdding, setAdding] = useState(false)
  const webhooks = list.data ?? []
  return (
    <Panel title="Webhooks" id="webhooks-heading">
      <PanelText>
        We call a URL of yours when something happens, such as when a post is published. Each call is signed, so that you can verify it.
      </PanelText>
      {list.isPending && <Skeleton height={120} radius="12px" />}
      {list.isError && <Notice kind="bad">{errorText(list.error)}</Notice>}
      {list.isSuccess && webhooks.length === 0 && <PanelText>No webhooks yet.</PanelText>}
      {webhooks.length > 0 && (
        <EntryList>
          {webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} />
          ))}
        </EntryList>
      )}
      {webhooks.length < WEBHOOKS_MAX && (
        <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add a webhook
        </Button>
      )}
      {isAdding && <WebhookDialog webhook={null} onClose={() => setAdding(false)} />}
    </Panel>
  )
}
