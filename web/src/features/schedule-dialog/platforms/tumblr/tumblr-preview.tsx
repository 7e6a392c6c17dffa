import { FileClock, Globe, ListOrdered, Lock } from 'lucide-react'
import type { TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import { rowsOf } from '@ninesixteen/shared/publishing/tumblr-post'
import { PostImageView } from '../../preview/post-image-view.tsx'
import { PreviewFacts } from '../../preview/preview-facts.tsx'
import type { PlatformPreviewProps } from '../platform-form.ts'
import { altTextOf, blogOf, STATE_LABELS, type TumblrChosen, type TumblrFacts } from './tumblr-choices.ts'
import styles from './tumblr-preview.module.css'

const STATE_ICONS: Record<TumblrOptions['state'], typeof Globe> = { published: Globe, draft: FileClock, queue: ListOrdered, private: Lock }

/** The post as it appears in a feed. */
export function TumblrPreview({ account, chosen, facts, post, children }: PlatformPreviewProps<TumblrChosen, TumblrFacts>) {
  const Icon = STATE_ICONS[chosen.state]
  const rows = rowsOf(post.images.length, chosen.layout)
  const ends = rows.map((_count, row) => rows.slice(0, row + 1).reduce((sum, count) => sum + count, 0))
  return (
    <>
      <div className={styles.feed} role="group" aria-label="The post" tabIndex={0}>
        <p className={styles.blog}>{blogOf(chosen, facts) ?? account.username}</p>
        {post.kind === 'video' ? (
          <div className={styles.video}>{children}</div>
        ) : (
          <div className={styles.set}>
            {rows.map((count, row) => (
              <div key={ends[row]} className={styles.setRow}>
                {post.images.slice((ends[row] ?? 0) - count, ends[row]).map((image) => (
                  <PostImageView key={image.id} image={image} alt={altTextOf(chosen, image)} />
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
