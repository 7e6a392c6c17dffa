import { AppError } from '../errors.ts'
import { slideSize } from '../slide/formats.ts'
import type { Format, Size } from '../slide/formats.ts'
import { inFormat } from '../slide/in-format.ts'
import type { Slide } from '../slide/model.ts'
import type { VideoSound } from '../sound/video-sound.ts'
import { FRAMES_PER_PHOTO, PHOTO_CHANGES, VIDEO_FPS, VIDEO_FRAMES } from './timeline.ts'

/** Seconds per slide in a slideshow's video. */
export const SLIDE_SECONDS = { min: 1, max: 10, normal: 3 } as const
/** Length of a cross-fade, in frames: half a second. */
export const CROSS_FADE_FRAMES = VIDEO_FPS / 2

/** Frames of a run in motion, each of which begins with a key frame. */
const MOVE_FRAMES = VIDEO_FPS / 2

/** Formats that videos are made in: those that platforms play without bars. */
export const VIDEO_FORMATS = ['9:16', '4:5', '1:1'] as const satisfies readonly Format[]
export type VideoFormat = (typeof VIDEO_FORMATS)[number]

export function isVideoFormat(format: Format): format is VideoFormat {
  return VIDEO_FORMATS.some((one) => one === format)
}

/** A slide and its duration in frames. */
export interface HeldImage {
  slide: Slide
  frames: number
}

/** A video before it is drawn, of 60 frames a second. */
export interface VideoSpec {
  pictures: readonly HeldImage[]
  /** Frames at the end of each picture but the last in which it turns into the next one; 0 or nothing cuts. */
  crossFade?: number
  /** Backgrounds zoom in slowly. */
  motion?: boolean
  sound?: VideoSound | null
}

/** Length of a video, in seconds. */
export function videoSeconds({ pictures }: { pictures: readonly { frames: number }[] }): number {
  return pictures.reduce((sum, { frames }) => sum + frames, 0) / VIDEO_FPS
}

/** Pixels of a video's frames: those of its slides, which all have one format. */
export function videoSize({ pictures }: VideoSpec): Size {
  return slideSize(pictures[0]?.slide ?? {})
}

/** The video with its slides as a format shows them. */
export function videoInFormat(video: VideoSpec, format: VideoFormat): VideoSpec {
  return { ...video, pictures: video.pictures.map(({ slide, frames }) => ({ slide: inFormat(slide, format), frames })) }
}

/** A slide before each of its photos in turn, 18 frames each: 600 frames whatever the number of photos. */
export function multiPhotoVideo(slide: Slide | undefined, photos: readonly string[]): VideoSpec {
  if (!slide) throw new AppError('VIDEO_NO_SLIDE')
  if (photos.length === 0) throw new AppError('VIDEO_NO_PHOTOS')
  const pictures = Array.from({ length: PHOTO_CHANGES }, (_, place) => ({
    slide: { ...slide, backgroundImage: photos[place % photos.length] ?? null },
    frames: Math.min(FRAMES_PER_PHOTO, VIDEO_FRAMES - place * FRAMES_PER_PHOTO),
  }))
  return { pictures }
}

/** Slides one after another, each for the same number of seconds. */
export function slideshowVideo(slides: readonly Slide[], { seconds, crossFade, motion = false, beats = null }: SlideshowTiming): VideoSpec {
  if (slides.length === 0) throw new AppError('VIDEO_NO_SLIDE')
  const wanted = Math.min(Math.max(seconds, SLIDE_SECONDS.min), SLIDE_SECONDS.max)
  const changes = beats ? changesOnBeats(slides.length, wanted, beats) : null
  const pictures = slides.map((slide, index) => ({
    slide,
    frames: changes ? (changes[index + 1] ?? 0) - (changes[index] ?? 0) : Math.round(wanted * VIDEO_FPS),
  }))
  return { pictures, crossFade: crossFade ? CROSS_FADE_FRAMES : 0, ...(motion && { motion }) }
}

/** Beats of a video's sound, in seconds. */
export interface VideoBeats {
  /** The first one in the video. */
  first: number
  period: number
}

export interface SlideshowTiming {
  /** Duration of each slide. */
  seconds: number
  crossFade: boolean
  /** Backgrounds zoom in slowly. */
  motion?: boolean
  /** Slides last a whole number of beats and change on them; null or nothing: each as long as the others. */
  beats?: VideoBeats | null
}

/** The beats of a video whose sound starts some seconds into a track; null for a track without a tempo. */
export function beatsFrom({ bpm, beatOffset }: { bpm: number | null; beatOffset: number }, start: number): VideoBeats | null {
  if (bpm === null) return null
  const period = 60 / bpm
  return { first: (((beatOffset - start) % period) + period) % period, period }
}

/** The frames at which slides change: 0, the beat nearest to each change, and the end. */
function changesOnBeats(slides: number, seconds: number, { first, period }: VideoBeats): number[] {
  // The first slide may be half a beat longer than the others.
  const most = Math.max(1, Math.floor(SLIDE_SECONDS.max / period - 0.5))
  const beats = Math.min(Math.max(1, Math.round(seconds / period)), most)
  const from = first > period / 2 ? first - period : first
  return Array.from({ length: slides + 1 }, (_, index) => (index === 0 ? 0 : Math.round((from + index * beats * period) * VIDEO_FPS)))
}

/** A run of frames. Images are indices of the video's images. */
export type VideoPart =
  | { kind: 'hold'; picture: number; start: number; frames: number }
  /** Frames of a slide whose background zooms in, from the frame `from` of its motion on, which lasts `of` frames: see `motionProgress`. */
  | { kind: 'move'; picture: number; start: number; frames: number; from: number; of: number }
  /** In frame `i` of the part, from 0, the next picture has the share (i + 1) / (frames + 1). */
  | { kind: 'fade'; from: number; to: number; start: number; frames: number }

interface PlannedVideo extends Pick<VideoSpec, 'crossFade' | 'motion'> {
  pictures: readonly { frames: number }[]
}

/** The video as runs of frames, in order and without gaps. An image shorter than its cross-fade still gets one frame. */
export function videoParts({ pictures, crossFade = 0, motion = false }: PlannedVideo): VideoPart[] {
  const parts: VideoPart[] = []
  let start = 0
  for (const [picture, { frames }] of pictures.entries()) {
    const fade = picture === pictures.length - 1 ? 0 : Math.max(0, Math.min(crossFade, frames - 1))
    if (motion) parts.push(...moves(picture, start, frames - fade))
    else parts.push({ kind: 'hold', picture, start, frames: frames - fade })
    if (fade > 0) parts.push({ kind: 'fade', from: picture, to: picture + 1, start: start + frames - fade, frames: fade })
    start += frames
  }
  return parts
}

/** Short runs, so that a worker is free again after some seconds. */
function moves(picture: number, start: number, of: number): VideoPart[] {
  return Array.from({ length: Math.ceil(of / MOVE_FRAMES) }, (_, index) => {
    const from = index * MOVE_FRAMES
    return { kind: 'move', picture, start: start + from, frames: Math.min(MOVE_FRAMES, of - from), from, of }
  })
}

/** The share of the next picture in a frame of a cross-fade, counted from 0: never none and never all. */
export function fadeShare(frame: number, frames: number): number {
  return (frame + 1) / (frames + 1)
}

/** For each image of a video, the first one that looks the same. */
export function firstAlike({ pictures }: VideoSpec): number[] {
  const first = new Map<string, number>()
  return pictures.map(({ slide }, index) => {
    const look = JSON.stringify({ ...slide, id: '' })
    first.set(look, first.get(look) ?? index)
    return first.get(look) ?? index
  })
}
