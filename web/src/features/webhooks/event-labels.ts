import type { WebhookEvent } from '@ninesixteen/shared/api/webhooks'

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'slideshow.finished': 'A slideshow is finished',
  'slideshow.failed': 'A slideshow could not be completed',
  'post.scheduled': 'A post is scheduled',
  'post.published': 'A post is published',
  'post.failed': 'A post failed',
  'post.unconfirmed': 'A post needs my confirmation',
  'post.approved': 'A client approves a post',
  'post.changes_requested': 'A client asks for changes to a post',
  'account.reconnect_needed': 'An account has to be reconnected',
}
