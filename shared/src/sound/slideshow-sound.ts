import type { SlideshowSound, Track } from '../api/tracks.ts'
import { beatsFrom, type VideoBeats } from '../video/video-spec.ts'
import type { VideoSound } from './video-sound.ts'

/** The sound of a slideshow's videos, and its beats: null where slides don't change on beats. */
export interface SoundWithBeats {
  sound: VideoSound
  beats: VideoBeats | null
}

export function soundWithBeats(chosen: SlideshowSound, track: Pick<Track, 'filePath' | 'bpm' | 'beatOffset'>): SoundWithBeats {
  const { trackId: _, onBeats, ...cut } = chosen
  return { sound: { ...cut, path: track.filePath }, beats: onBeats ? beatsFrom(track, cut.start) : null }
}
