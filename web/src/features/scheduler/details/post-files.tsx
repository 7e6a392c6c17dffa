import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import styles from './post-files.module.css'

/** The rendered files of the post. */
export function PostFiles({ media, title }: { media: PostDetails['media']; title: string }) {
  if (media.length === 0) return null
  return (
    // Wider than the panel, so it must be focusable to scroll by keyboard.
    <div className={styles.files} role="region" aria-label={`Files: ${media.length}`} tabIndex={0}>
      {media.map(({ position, url, mimeType, width, height, sha256 }) =>
        mimeType.startsWith('video/') ? (
          <video
            key={sha256}
            className={styles.file}
            style={{ aspectRatio: `${width} / ${height}` }}
            src={url}
            controls
            muted
            playsInline
            preload="metadata"
            aria-label={`Video of ${title}`}
          />
        ) : (
          <img
            key={position}
            className={styles.file}
            style={{ aspectRatio: `${width} / ${height}` }}
            src={url}
            alt={`Slide ${position + 1}`}
            loading="lazy"
            decoding="async"
          />
        ),
      )}
    </div>
  )
}
