import type { PlatformFieldsProps, PlatformForm, PlatformPreviewProps } from '../platform-form.ts'
import { metaErrors, metaOptions, metaTextNote, startMeta, summaryOfMeta, type MetaChosen, type MetaFormNetwork } from './meta-choices.ts'
import { MetaFields } from './meta-fields.tsx'
import { MetaPreview } from './meta-preview.tsx'

/** Problems that manual posting avoids. */
const SOLVED_BY_MANUAL_POSTING = new Set(['public-url', 'scope', 'reconnect', 'account-type', 'format', 'day-limit'])

/** The form of Instagram or Threads. */
export function metaForm(network: MetaFormNetwork): PlatformForm<MetaChosen, object> {
  return {
    start: startMeta,
    // Nothing in the form depends on the account: the check before scheduling asks the network.
    facts: { ask: async () => ({}), asking: '', failed: '' },
    who: () => null,
    Fields: (props: PlatformFieldsProps<MetaChosen, object>) => <MetaFields network={network} {...props} />,
    Preview: (props: PlatformPreviewProps<MetaChosen, object>) => <MetaPreview network={network} {...props} />,
    errors: (chosen, _facts, post) => metaErrors(network, chosen, post),
    needsFacts: () => false,
    send: (chosen, post) => metaOptions(network, chosen, post),
    consent: () => null,
    hasConsented: () => true,
    workaround(code) {
      if (code === 'too-many-pictures') return { label: 'Leave them out', patch: { firstSlidesOnly: true } }
      return SOLVED_BY_MANUAL_POSTING.has(code) ? { label: 'Post it manually', patch: { handOver: true } } : null
    },
    textNote: (post) => metaTextNote(network, post),
    withTags: () => null,
    cover: () => 0,
    summary: (chosen) => summaryOfMeta(network, chosen),
  }
}
