import type { PlatformId } from '@ninesixteen/shared/platforms'
import { POST_OPTIONS } from '@ninesixteen/shared/publishing/platforms'

/** With what is taken where nothing was chosen; those of a draft may be incomplete. */
export function storedOptions(platform: PlatformId, options: Record<string, unknown>): Record<string, unknown> {
  const parsed = POST_OPTIONS[platform].safeParse(options)
  return parsed.success ? parsed.data : { ...options, platform }
}
