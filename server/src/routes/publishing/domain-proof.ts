import type { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { MEDIA_PATH } from '../../posts/publishing/post-order.ts'
import type { Services } from '../services.ts'

/** Serves the verification file that proves to a platform that the operator owns this host, or the URL prefix it fetches from. */
export function registerDomainProof(app: Hono<AppEnv>, { config }: Pick<Services, 'config'>): void {
  const { domainProof } = config.publishing
  if (!domainProof) return
  for (const folder of ['', MEDIA_PATH]) app.get(`${folder}/${domainProof.file}`, (c) => c.text(domainProof.content))
}
