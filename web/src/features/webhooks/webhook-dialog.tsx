import { WEBHOOK_NAME_MAX, WEBHOOK_URL_MAX } from '@ninesixteen/shared/api/limits'
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '@ninesixteen/shared/api/webhooks'
import { ERRORS } from '@ninesixteen/shared/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { CheckboxGroup } from '../../components/checkbox-group.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import { TextField } from '../../components/field.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import styles from './webhooks.module.css'

const FORM = 'webhook-form'

const EVENT_LABELS: Record<WebhookEvent, string> = {
  'slideshow.finished': 'A slideshow is finished',
  'slideshow.failed': 'A slideshow could not be completed',
  'run.finished': 'A background task is finished',
  'run.failed': 'A background task failed',
  'post.scheduled': 'A post is scheduled',
  'post.published': 'A post is published',
  'post.failed': 'A post failed',
  'post.unconfirmed': 'A post needs my confirmation',
  'post.approved': 'A client approves a post',
  'post.changes_requested': 'A client asks for changes to a post',
  'account.reconnect_needed': 'An account has to be reconnected',
}

/** Adds a webhook, then shows its secret once; or edits one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose(): void }) {
  const client = useQueryClient()
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? ['post.published', 'post.failed'])
  const [isSubmitted, setSubmitted] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const content = { name, url, events: [...events] }
      if (webhook === null) return (await api.webhooks.create(content)).secret
      await api.webhooks.update({ id: webhook.id, ...content })
      return null
    },
    onSuccess: async (secret) => {
      await client.invalidateQueries({ queryKey: orpc.webhooks.list.key() })
      if (secret === null) onClose()
    },
  })
  if (save.data) return <SecretDialog secret={save.data} onClose={onClose} />
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (events.length > 0) save.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={webhook === null ? 'Add a webhook' : 'Edit the webhook'}
      size="small"
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" type="submit" form={FORM} busy={save.isPending}>
            {webhook === null ? 'Add webhook' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={FORM} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="URL"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={WEBHOOK_URL_MAX}
          error={save.isError ? errorText(save.error) : null}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label="Name (optional)"
          autoComplete="off"
          maxLength={WEBHOOK_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <CheckboxGroup
          label="Call it when"
          options={WEBHOOK_EVENTS}
          labels={EVENT_LABELS}
          value={events}
          error={isSubmitted && events.length === 0 ? ERRORS.WEBHOOK_NO_EVENTS[1] : null}
          onChange={setEvents}
        />
      </form>
    </Dialog>
  )
}
