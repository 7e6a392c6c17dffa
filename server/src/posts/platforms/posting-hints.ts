import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Config } from '../../config/config.ts'
import { tiktokHints } from './tiktok/posting-hints.ts'

type HintConfig = Pick<Config, 'platforms' | 'publicUrl' | 'publishing'>

/** Tells the operator what is missing before posts to a platform can go out. */
export const POSTING_HINTS: Record<PlatformId, (config: HintConfig) => string[]> = {
  tiktok: ({ platforms: { tiktok }, publicUrl, publishing }) =>
    tiktokHints({ sandbox: tiktok.sandbox, isAudited: tiktok.isAudited, publicUrl, isProved: publishing.domainProof !== null }),
  tumblr: () => [],
}
