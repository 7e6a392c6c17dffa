import type { Slide } from '@ninesixteen/shared/slide/model'
import { ImagePlus } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useVideoPhotos } from './use-video-photos.ts'
import { VideoPlayer } from './video-player.tsx'
import styles from './video.module.css'

export interface VideoPreviewProps {
  projectId: string
  companyId: string | null
  /** The slide in front of the photos. */
  slide: Slide
  /** Parent of the video's frames, above the slide. */
  screen: HTMLElement | null
  /** The slide is being edited, so the video pauses and hides. */
  holding: boolean
  /** Announces to screen readers. */
  announce(text: string): void
  onAddPhotos(): void
}

/** The player of a multi-photo video, below the slide. */
export function VideoPreview({ projectId, companyId, slide, screen, holding, announce, onAddPhotos }: VideoPreviewProps) {
  const { photos, failed, retry } = useVideoPhotos({ projectId, companyId, background: slide.backgroundImage })
  if (photos === null || !screen) {
    return (
      <div className={styles.player} aria-busy="true" aria-label="Loading the video’s photos">
        <Skeleton height={56} />
      </div>
    )
  }
  if (photos.length === 0 && failed) {
    return (
      <div className={styles.player}>
        <Notice kind="bad" onRetry={retry}>
          We couldn’t load the video’s photos. Your work is safe.
        </Notice>
      </div>
    )
  }
  if (photos.length === 0) return <NoPhotos onAddPhotos={onAddPhotos} />
  return <VideoPlayer projectId={projectId} slide={slide} photos={photos} screen={screen} holding={holding} announce={announce} />
}

function NoPhotos({ onAddPhotos }: Pick<VideoPreviewProps, 'onAddPhotos'>) {
  return (
    <div className={styles.empty}>
      <h3 className={styles.emptyTitle}>No photos available for video</h3>
      <p className={styles.hint}>Ten or more work best. Fewer repeat.</p>
      <Button icon={<ImagePlus aria-hidden="true" />} onClick={onAddPhotos}>
        Upload photos
      </Button>
    </div>
  )
}
