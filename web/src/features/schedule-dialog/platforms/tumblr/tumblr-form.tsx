import { api } from '../../../../api/client.ts'
import type { PlatformForm } from '../platform-form.ts'
import {
  tumblrErrors,
  tumblrOptions,
  startTumblr,
  summaryOfTumblr,
  withTumblrTags,
  type TumblrChosen,
  type TumblrFacts,
} from './tumblr-choices.ts'
import { TumblrFields } from './tumblr-fields.tsx'
import { TumblrPreview } from './tumblr-preview.tsx'

export const tumblrForm: PlatformForm<TumblrChosen, TumblrFacts> = {
  start: startTumblr,
  facts: {
    ask: (id) => api.scheduledPosts.blogs({ id }),
    asking: 'Loading this account’s blogs…',
    failed: 'We couldn’t load this account’s blogs.',
  },
  who: () => null,
  Fields: TumblrFields,
  Preview: TumblrPreview,
  errors: tumblrErrors,
  needsFacts: ({ blog }) => blog === null,
  send: (chosen, post, { facts }) => tumblrOptions(chosen, post, facts),
  consent: () => null,
  hasConsented: () => true,
  workaround: () => null,
  textNote: () => null,
  withTags: withTumblrTags,
  cover: () => 0,
  summary: summaryOfTumblr,
}
