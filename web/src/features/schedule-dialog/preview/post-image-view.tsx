import type { PostImage } from '../content/post-content.ts'
import { SlideView } from '../../../components/slide-view.tsx'
import styles from './preview.module.css'

export interface PostImageViewProps {
  image: PostImage
  /** Empty if decorative. */
  alt: string
}

/** An image of a post: a painted slide, or a rendered file. */
export function PostImageView({ image, alt }: PostImageViewProps) {
  if ('slide' in image) return <SlideView slide={image.slide} alt={alt} className={styles.image} />
  if (image.isVideo)
    return <video src={image.url} className={styles.image} controls muted playsInline preload="metadata" aria-label={alt || 'The video'} />
  return <img src={image.url} alt={alt} className={styles.image} loading="lazy" decoding="async" draggable={false} />
}
