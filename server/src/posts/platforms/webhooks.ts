import { receiveTiktokEvent } from './tiktok/webhook.ts'
import { tiktokPostUrl } from '../../platforms/tiktok/post-url.ts'
import type { Config } from '../../config/config.ts'
import type { Connections } from '../../connections/connections.ts'
import type { Db } from '../../db/db.ts'

export interface SignedEvent {
  body: Uint8Array
  header(name: string): string | null
}

/** Platforms that tell what became of posts, each with what takes its events; false for one that is not from the platform. */
export function webhooks({ config, connections, db }: { config: Config; connections: Connections; db: Db }) {
  const urlOf = tiktokPostUrl(config.platforms.tiktok)
  return {
    tiktok: ({ body, header }: SignedEvent) =>
      receiveTiktokEvent({ db, clients: connections.clients, urlOf }, { body, signature: header('tiktok-signature') }),
  }
}
