import { api } from '../../../../api/client.ts'
import type { PlatformForm, PlatformPreviewProps } from '../platform-form.ts'
import { altTextOf } from '../alt-texts.ts'
import {
  blogOf,
  startTumblr,
  STATE_LABELS,
  summaryOfTumblr,
  type TumblrChosen,
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

const STATE_ICONS: Record<TumblrOptions['state'], typeof Globe> = { published: Globe, draft: FileClock, queue: ListOrdered, private: Lock }

/** The post as it appears in a feed. */
function TumblrPreview({ account, chosen, facts, post, children }: PlatformPreviewProps<TumblrChosen, TumblrFacts>) {
  const Icon = STATE_ICONS[chosen.state]
  const rows = rowsOf(post.images.length, chosen.layout)
  const ends = rows.map((_count, row) => rows.slice(0, row + 1).reduce((sum, count) => sum + count, 0))
  return (
    <>
      <div className={classNames(previewStyles.feed, styles.feed)} role="group" aria-label="The post" tabIndex={0}>
        <p className={styles.blog}>{blogOf(chosen, facts) ?? account.username}</p>
        {post.kind === 'video' ? (
          <div className={styles.video}>{children}</div>
        ) : (
          <div className={styles.set}>
            {rows.map((count, row) => (
              <div key={ends[row]} className={styles.setRow}>
                {post.images.slice((ends[row] ?? 0) - count, ends[row]).map((image) => (
                  <PostImageView key={image.id} image={image} alt={altTextOf(chosen.altTexts, image)} />
                ))}
              </div>
            ))}
          </div>
        )}
        {post.caption !== '' && <p className={styles.feedText}>{post.caption}</p>}
        {post.description !== '' && <p className={styles.feedText}>{post.description}</p>}
        {chosen.tags.length > 0 && <p className={styles.tags}>{chosen.tags.map((tag) => `#${tag}`).join(' ')}</p>}
      </div>
      <PreviewFacts texts={[]} badges={[{ icon: <Icon aria-hidden="true" />, words: STATE_LABELS[chosen.state].label }]} />
    </>
  )
}
