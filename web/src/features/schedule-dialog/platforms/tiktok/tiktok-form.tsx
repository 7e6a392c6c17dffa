import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import { TIKTOK_MISSING } from '@ninesixteen/shared/publishing/tiktok-options'
import { api } from '../../../../api/client.ts'
import { FACTS_UNAVAILABLE, type PlatformForm } from '../platform-form.ts'
import {
  coverIndexOf,
  tiktokErrors,
  disclosedKinds,
  tiktokOptions,
  startTiktok,
  summaryOfTiktok,
  textNoteOfTiktok,
  type TiktokChoices,
} from './tiktok-choices.ts'
import { TiktokFields } from './tiktok-fields.tsx'
import { TiktokPreview } from './tiktok-preview.tsx'

const MUSIC_USAGE_URL = 'https://www.tiktok.com/legal/page/global/music-usage-confirmation/en'
const BRANDED_CONTENT_URL = 'https://www.tiktok.com/legal/page/global/bc-policy/en'

function Policy({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** Follows the guidelines of TikTok's Content Posting API. */
export const tiktokForm: PlatformForm<TiktokChoices, TiktokCreator> = {
  start: startTiktok,
  facts: {
    load: (id) => api.scheduledPosts.creator({ id }),
    loading: 'Checking with TikTok what this account can post…',
    failed: 'We couldn’t check with TikTok what this account can post.',
  },
  profile: (creator) => creator && { name: creator.nickname, avatarUrl: creator.avatarUrl },
  Fields: TiktokFields,
  Preview: TiktokPreview,
  errors: tiktokErrors,
  needsFacts: ({ handOver }) => !handOver,
  send: (choices, post, { agreed, facts }) => tiktokOptions(choices, post, { agreed, creator: facts }),
  consent(all) {
    const direct = all.filter(({ handOver }) => !handOver)
    if (direct.length === 0) return null
    const isBranded = direct.some((choices) => disclosedKinds(choices).brandedContent)
    return {
      error: TIKTOK_MISSING.musicConsent,
      words: (
        <>
          By posting, you agree to TikTok's{' '}
          {isBranded && (
            <>
              <Policy href={BRANDED_CONTENT_URL}>Branded Content Policy</Policy> and{' '}
            </>
          )}
          <Policy href={MUSIC_USAGE_URL}>Music Usage Confirmation</Policy>.
        </>
      ),
    }
  },
  hasConsented: (saved) => saved['musicConsent'] === true,
  workaround(code) {
    if (code === 'logo') return { label: 'Post without the logo on TikTok', patch: { withoutLogo: true } }
    return SOLVED_BY_MANUAL_POSTING.has(code) ? { label: 'Post it manually', patch: { handOver: true } } : null
  },
  textNote: textNoteOfTiktok,
  withTags: () => null,
  cover: coverIndexOf,
  summary: summaryOfTiktok,
}

/** Problems that manual posting avoids. */
const SOLVED_BY_MANUAL_POSTING = new Set(['public-url', 'not-audited', 'scope', 'reconnect', 'refused-now', FACTS_UNAVAILABLE])
