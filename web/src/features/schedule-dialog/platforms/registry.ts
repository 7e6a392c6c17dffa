import type { PlatformId } from '@ninesixteen/shared/platforms'
import { instagramForm } from './instagram/instagram-form.tsx'
import { anyForm, type PlatformForm } from './platform-form.ts'
import { threadsForm } from './threads/threads-form.tsx'
import { tiktokForm } from './tiktok/tiktok-form.tsx'
import { tumblrForm } from './tumblr/tumblr-form.tsx'

/** One line registers a platform. */
export const PLATFORM_FORMS: Record<PlatformId, PlatformForm> = {
  tiktok: anyForm(tiktokForm),
  tumblr: anyForm(tumblrForm),
  instagram: anyForm(instagramForm),
  threads: anyForm(threadsForm),
}
