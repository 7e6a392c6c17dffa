import { api } from '../../../../api/client.ts'
import type { PlatformForm, PlatformPreviewProps } from '../platform-form.ts'
import { altTextOf } from '../alt-texts.ts'
import {
  blogOf,
  startTumblr,
  STATE_LABELS,
  summaryOfTumblr,
  type TumblrChoices,
  tumblrErrors,
  type TumblrFacts,
  tumblrOptions,
  withTumblrTags,
} from './tumblr-choices.ts'
import { TumblrFields } from './tumblr-fields.tsx'
import { FileClock, Globe, ListOrdered, Lock } from 'lucide-react'
import type { TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import { rowsOf } from '@ninesixteen/shared/publishing/tumblr-post'
import { PostImageView } from '../../preview/post-image-view.tsx'
import { PreviewFacts } from '../../preview/preview-facts.tsx'
import { classNames } from '../../../../components/class-names.ts'
import previewStyles from '../../preview/preview.module.css'
import styles from './tumblr-preview.module.css'

export const tumblrForm: PlatformForm<TumblrChoices, TumblrFacts> = {
  start: startTumblr,
  facts: {
    load: (id) => api.scheduledPosts.blogs({ id }),
    loading: 'Loading this account’s blogs…',
    failed: 'We couldn’t load this account’s blogs.',
  },
  profile: () => null,
  Fields: TumblrFields,
  Preview: TumblrPreview,
  errors: tumblrErrors,
  needsFacts: ({ blog }) => blog === null,
  send: (choices, post, { facts }) => tumblrOptions(choices, post, facts),
  consent: () => null,
  hasConsented: () => true,
  workaround: () => null,
  textNote: () => null,
  withTags: withTumblrTags,
  cover: () => 0,
  summary: summaryOfTumblr,
}

const STATE_ICONS: Record<TumblrOptions['state'], typeof Globe> = { published: Globe, draft: FileClock, queue: ListOrdered, private: Lock }

/** The post as it appears in a feed. */
function TumblrPreview({ account, choices, facts, post, children }: PlatformPreviewProps<TumblrChoices, TumblrFacts>) {
  const Icon = STATE_ICONS[choices.state]
  const rows = rowsOf(post.images.length, choices.layout)
  const ends = rows.map((_count, row) => rows.slice(0, row + 1).reduce((sum, count) => sum + count, 0))
  return (
    <>
      <div className={classNames(previewStyles.feed, styles.feed)} role="group" aria-label="The post" tabIndex={0}>
        <p className={styles.blog}>{blogOf(choices, facts) ?? account.username}</p>
        {post.kind === 'video' ? (
          <div className={styles.video}>{children}</div>
        ) : (
          <div className={styles.set}>
            {rows.map((count, row) => (
              <div key={ends[row]} className={styles.setRow}>
                {post.images.slice((ends[row] ?? 0) - count, ends[row]).map((image) => (
                  <PostImageView key={image.id} image={image} alt={altTextOf(choices.altTexts, image)} />
                ))}
              </div>
            ))}
          </div>
        )}
        {post.caption !== '' && <p className={styles.feedText}>{post.caption}</p>}
        {post.description !== '' && <p className={styles.feedText}>{post.description}</p>}
        {choices.tags.length > 0 && <p className={styles.tags}>{choices.tags.map((tag) => `#${tag}`).join(' ')}</p>}
      </div>
      <PreviewFacts texts={[]} badges={[{ icon: <Icon aria-hidden="true" />, words: STATE_LABELS[choices.state].label }]} />
    </>
  )
}
