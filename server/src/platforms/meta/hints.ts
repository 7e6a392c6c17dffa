import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { PlatformSettings } from '../account.ts'
import type { ServerFacts } from '../platform.ts'
import { isPublicUrl } from '../requirements.ts'

/** The operator's remaining steps before posts are published automatically. */
export function metaHints(id: PlatformId, { sandbox }: Pick<PlatformSettings, 'sandbox'>, { publicUrl }: ServerFacts): string[] {
  if (sandbox || isPublicUrl(publicUrl)) return []
  return [
    `${PLATFORMS[id].label} fetches pictures and videos from this server, and ${publicUrl} cannot be reached from outside. Schedule them to be posted by hand, or have the operator of this server set PUBLIC_URL to a public https address.`,
  ]
}
