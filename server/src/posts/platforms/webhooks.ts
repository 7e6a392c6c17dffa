import type { Services } from '../../routes/services.ts'
import { receiveTiktokEvent } from './tiktok/webhook.ts'
import { tiktokPostUrl } from './tiktok/post-url.ts'

export interface SignedEvent {
  body: Uint8Array
  header(name: string): string | null
}

/** Platforms that tell what became of posts, each with what takes its events; false for one that is not from the platform. */
export function webhooks({ config, connections, db }: Pick<Services, 'config' | 'connections' | 'db'>) {
  const urlOf = tiktokPostUrl(config.platforms.tiktok)
  return {
    tiktok: ({ body, header }: SignedEvent) =>
      receiveTiktokEvent({ db, clients: connections.clients, urlOf }, { body, signature: header('tiktok-signature') }),
  }
}
