import type { Webhook } from '@ninesixteen/shared/api/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { dateAndTime } from '../../app/day-and-time.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { Notice } from '../../components/notice.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { notify } from '../../components/toast.tsx'
import { Deliveries } from './deliveries.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import styles from './webhooks.module.css'

type OpenDialog = 'edit' | 'rotate' | 'remove' | null

/** One webhook with its actions and deliveries. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { id, url, events, isOn, oldSecretUntil } = webhook
  const name = webhook.name === '' ? new URL(url).host : webhook.name
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const { update, test, endOldSecret, rotate, remove } = useWebhookActions(id, () => setOpenDialog(null))
  return (
    <li className={styles.card}>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.facts}>
        {url}
        <br />
        {events.join(', ')}
      </p>
      <WebhookProblem webhook={webhook} />
      <SwitchField label={`Send events to ${name}`} checked={isOn} onChange={(next) => update.mutate(next)} />
      <div className={styles.buttons}>
        <Button size="small" disabled={!isOn} busy={test.isPending} onClick={() => test.mutate()}>
          Send test event
        </Button>
        <Button size="small" onClick={() => setOpenDialog('edit')}>
          Edit
        </Button>
        <Button size="small" onClick={() => setOpenDialog('rotate')}>
          Rotate secret
        </Button>
        <Button size="small" variant="danger" onClick={() => setOpenDialog('remove')}>
          Delete
        </Button>
      </div>
      {oldSecretUntil !== null && (
        <Notice kind="info">
          The previous secret also signs until {dateAndTime(oldSecretUntil)}.{' '}
          <Button size="small" busy={endOldSecret.isPending} onClick={() => endOldSecret.mutate()}>
            End it now
          </Button>
        </Notice>
      )}
      <Disclosure label="Deliveries" lazy>
        <Deliveries webhook={webhook} />
      </Disclosure>
      {openDialog === 'edit' && <WebhookDialog webhook={webhook} onClose={() => setOpenDialog(null)} />}
      {rotate.data && <SecretDialog secret={rotate.data.secret} onClose={rotate.reset} />}
      <ConfirmDialog
        open={openDialog === 'rotate'}
        onOpenChange={() => setOpenDialog(null)}
        title="Rotate the secret"
        confirmLabel="Rotate secret"
        busyLabel="Rotating..."
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      >
        You get a new secret. For 24 hours both sign each call, so that you can replace the old one.
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'remove'}
        onOpenChange={() => setOpenDialog(null)}
        title="Delete this webhook"
        confirmLabel="Delete webhook"
        busyLabel="Deleting..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {name} gets no more events, and its deliveries are deleted. This cannot be undone.
      </ConfirmDialog>
    </li>
  )
}

function WebhookProblem({ webhook: { isOn, offReason, failingSince } }: { webhook: Webhook }) {
  if (offReason === 'gone') return <Notice kind="bad">Switched off: the endpoint answered that it is gone (410).</Notice>
  if (offReason === 'failing') return <Notice kind="bad">Switched off: every delivery failed for 5 days.</Notice>
  if (!isOn || failingSince === null) return null
  return <Notice kind="warn">Failing since {dateAndTime(failingSince)}. After 5 days we switch it off.</Notice>
}

function useWebhookActions(id: string, close: () => void) {
  const client = useQueryClient()
  const options = {
    onError: (error: unknown): void => notify.error('That did not work', errorText(error)),
    onSettled: async (): Promise<void> => {
      close()
      await client.invalidateQueries({ queryKey: orpc.webhooks.key() })
    },
  }
  return {
    update: useMutation({ mutationFn: (isOn: boolean) => api.webhooks.update({ id, isOn }), ...options }),
    test: useMutation({
      mutationFn: () => api.webhooks.test({ id }),
      onSuccess: () => notify.ok('Test event sent', 'Its result is under Deliveries.'),
      ...options,
    }),
    endOldSecret: useMutation({ mutationFn: () => api.webhooks.endOldSecret({ id }), ...options }),
    rotate: useMutation({ mutationFn: () => api.webhooks.rotateSecret({ id }), ...options }),
    remove: useMutation({ mutationFn: () => api.webhooks.remove({ id }), ...options }),
  }
}
