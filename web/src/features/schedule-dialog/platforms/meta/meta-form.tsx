import type { PlatformFieldsProps, PlatformForm, PlatformPreviewProps } from '../platform-form.ts'
import { metaErrors, metaOptions, metaTextNote, startMeta, summaryOfMeta, type MetaChoices, type MetaFormNetwork } from './meta-choices.ts'
import { MetaFields } from './meta-fields.tsx'
import { MetaPreview } from './meta-preview.tsx'

/** Problems that manual posting avoids. */
const SOLVED_BY_MANUAL_POSTING = new Set(['public-url', 'scope', 'reconnect', 'account-type', 'format', 'day-limit'])

/** The form of Instagram or Threads. */
export function metaForm(network: MetaFormNetwork): PlatformForm<MetaChoices, object> {
  return {
    start: startMeta,
    // The form doesn't depend on the account; the check before scheduling asks the network.
    facts: { load: async () => ({}), loading: '', failed: '' },
    profile: () => null,
    Fields: (props: PlatformFieldsProps<MetaChoices, object>) => <MetaFields network={network} {...props} />,
    Preview: (props: PlatformPreviewProps<MetaChoices, object>) => <MetaPreview network={network} {...props} />,
    errors: (choices, _facts, post) => metaErrors(network, choices, post),
    needsFacts: () => false,
    send: (choices, post) => metaOptions(network, choices, post),
    consent: () => null,
    hasConsented: () => true,
    workaround(code) {
      if (code === 'too-many-pictures') return { label: 'Leave them out', patch: { firstSlidesOnly: true } }
      return SOLVED_BY_MANUAL_POSTING.has(code) ? { label: 'Post it manually', patch: { handOver: true } } : null
    },
    textNote: (post) => metaTextNote(network, post),
    withTags: () => null,
    cover: () => 0,
    summary: (choices) => summaryOfMeta(network, choices),
  }
}
