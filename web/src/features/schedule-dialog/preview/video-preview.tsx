import { CROSS_FADE_FRAMES } from '@ninesixteen/shared/video/video-spec'
import { VIDEO_FPS, VIDEO_MS } from '@ninesixteen/shared/video/timeline'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState, type CSSProperties } from 'react'
import type { PostImage } from '../content/post-content.ts'
import { PostImageView } from './post-image-view.tsx'
import styles from './preview.module.css'

const FADE_MS = (CROSS_FADE_FRAMES / VIDEO_FPS) * 1000

export interface VideoPreviewProps {
  images: readonly PostImage[]
  /** Milliseconds per image. */
  imageDuration: number
  crossFade: boolean
  /** A multi-photo video always lasts ten seconds. */
  isMultiPhoto: boolean
}

/** Plays the video's images. */
export function VideoPreview({ images, imageDuration, crossFade, isMultiPhoto }: VideoPreviewProps) {
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const changes = isMultiPhoto ? Math.ceil(VIDEO_MS / imageDuration) : images.length
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => {
      setAt((at + 1) % changes)
      if (at + 1 >= changes) setPlaying(false)
    }, imageDuration)
    return () => clearTimeout(timer)
  }, [isPlaying, imageDuration, changes, at])
  const shown = at % Math.max(1, images.length)
  const image = images[shown]
  if (!image) return null
  return (
    <div className={styles.deck}>
      <div className={styles.frames} style={{ '--fade': crossFade ? `${FADE_MS}ms` : '0ms' } as CSSProperties}>
        {images.map((one, index) => (
          <div key={one.id} className={styles.frame} data-shown={index === shown || undefined}>
            <PostImageView image={one} alt={index === shown ? 'Video frame' : ''} />
          </div>
        ))}
      </div>
      <button
        type="button"
        className={styles.play}
        aria-label={isPlaying ? 'Pause the preview' : 'Play the preview'}
        onClick={() => setPlaying(!isPlaying)}
      >
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
    </div>
  )
}
