import type { Tx } from '../db/db.ts'
import { addWebhookEvents } from '../webhooks/outbox.ts'
import { messageOf, type EndedGeneration } from './generation-outcome.ts'

type Ended = Pick<EndedGeneration, 'slides' | 'wanted' | 'outcome'> & { userId: string; projectId: string; title: string }

/** Records the end of a generation. One that ended early has failed, also when some slides are saved. */
export async function addSlideshowWebhook(tx: Tx, { userId, projectId, title, ...ended }: Ended): Promise<void> {
  const { slides, wanted, outcome } = ended
  const message = messageOf(ended)
  const error = message === null ? null : { code: outcome, message }
  const data = { slideshowId: projectId, title, slides, slidesWanted: wanted, error }
  await addWebhookEvents(tx, { userId, type: error ? 'slideshow.failed' : 'slideshow.finished' }, () => [data])
}
