import type { Slide } from '@ninesixteen/shared/slide/model'
import type { VideoSound } from '@ninesixteen/shared/sound/video-sound'
import { CROSS_FADE_FRAMES } from '@ninesixteen/shared/video/video-spec'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { SlideView } from '../components/slide-view.tsx'
import { MovingSlide } from './moving-slide.tsx'
import { useSoundPlayer } from './play-sound.ts'
import styles from './video-frames.module.css'

const FADE_MS = (CROSS_FADE_FRAMES / VIDEO_FPS) * 1000

/** A painted slide, or a rendered file. */
export type VideoFrame = { id: string; slide: Slide } | { id: string; url: string }

export interface VideoFramesProps {
  images: readonly VideoFrame[]
  /** Milliseconds of each image in turn; a multi-photo video shows its photos several times. */
  durations: readonly number[]
  crossFade: boolean
  /** Backgrounds zoom in while it plays, unless the user prefers reduced motion. */
  motion: boolean
  sound: VideoSound | null
}

/** Plays the video's images, with its sound, in the box that contains it. */
export function VideoFrames({ images, durations, crossFade, motion, sound }: VideoFramesProps) {
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const { player, isReady } = useSoundPlayer(sound, secondsUntil(durations, durations.length))
  const duration = durations[at] ?? 0
  const position = useRef({ at, since: 0 })
  useEffect(() => {
    if (!isPlaying) return
    position.current = { at, since: performance.now() }
    const timer = setTimeout(() => {
      setAt((at + 1) % durations.length)
      if (at + 1 >= durations.length) setPlaying(false)
    }, duration)
    return () => clearTimeout(timer)
  }, [isPlaying, duration, durations.length, at])
  // The sound may be loaded after the images have begun.
  useEffect(() => {
    if (!isPlaying || !isReady) return
    const { at: current, since } = position.current
    player.play(secondsUntil(durations, current) + (performance.now() - since) / 1000)
    return () => player.pause()
  }, [isPlaying, isReady, player, durations])
  const shown = at % Math.max(1, images.length)
  const image = images[shown]
  if (!image) return null
  const alternative = (index: number): string => (index === shown ? 'Video frame' : '')
  return (
    <div className={styles.deck}>
      <div className={styles.frames} style={{ '--fade': crossFade ? `${FADE_MS}ms` : '0ms' } as CSSProperties}>
        {images.map((one, index) => (
          <div
            key={one.id}
            className={styles.frame}
            data-shown={index === shown || undefined}
            data-playing={(index === shown && isPlaying) || undefined}
          >
            {motion && 'slide' in one && (index === shown || index === shown + 1) ? (
              <MovingSlide slide={one.slide} alt={alternative(index)} ms={durations[index] ?? 0} />
            ) : (
              <Still frame={one} alt={alternative(index)} />
            )}
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

function Still({ frame, alt }: { frame: VideoFrame; alt: string }) {
  if ('slide' in frame) return <SlideView slide={frame.slide} alt={alt} className={styles.image} />
  return <img src={frame.url} alt={alt} className={styles.image} decoding="async" draggable={false} />
}

function secondsUntil(durations: readonly number[], at: number): number {
  return durations.slice(0, at).reduce((sum, ms) => sum + ms, 0) / 1000
}
