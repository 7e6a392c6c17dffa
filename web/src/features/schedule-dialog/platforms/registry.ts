import type { PlatformId } from '@ninesixteen/shared/platforms'
import { anyForm, type PlatformForm } from './platform-form.ts'
import { tiktokForm } from './tiktok/tiktok-form.tsx'
import { tumblrForm } from './tumblr/tumblr-form.tsx'

/** The form of each platform: a further one is one more entry. */
export const PLATFORM_FORMS: Record<PlatformId, PlatformForm> = { tiktok: anyForm(tiktokForm), tumblr: anyForm(tumblrForm) }
