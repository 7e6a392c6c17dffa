import type { Track } from '@ninesixteen/shared/api/tracks'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { beatsFrom, videoSeconds, type VideoSpec } from '@ninesixteen/shared/video/video-spec'
import styles from './video-options.module.css'

export interface BeatStripProps {
  track: Pick<Track, 'bpm' | 'beatOffset'>
  /** Seconds into the track. */
  start: number
  spec: VideoSpec
}

const HEIGHT = 24

/** The slides of a video in their lengths, and the beats of its sound. */
export function BeatStrip({ track, start, spec }: BeatStripProps) {
  const length = videoSeconds(spec)
  const beats = beatsFrom(track, start)
  const times = beats
    ? Array.from({ length: Math.ceil((length - beats.first) / beats.period) }, (_, beat) => beats.first + beat * beats.period)
    : []
  const changes: number[] = []
  for (const { frames } of spec.pictures) changes.push((changes.at(-1) ?? 0) + frames / VIDEO_FPS)
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={labelOf(changes, times.length)}
    >
      {times.map((time) => (
        <line key={time} className={styles.beat} x1={time} x2={time} y1={HEIGHT / 2} y2={HEIGHT} />
      ))}
      {changes.slice(0, -1).map((time) => (
        <line key={time} className={styles.change} x1={time} x2={time} y1={0} y2={HEIGHT} />
      ))}
    </svg>
  )
}

function labelOf(changes: readonly number[], beats: number): string {
  const slides = `${changes.length} ${changes.length === 1 ? 'picture' : 'pictures'}`
  return beats === 0 ? slides : `${slides} over ${beats} beats`
}
