/** Length of a multi-photo video, in milliseconds. */
export const VIDEO_MS = 10_000
/** Duration of each photo, in milliseconds. */
export const PHOTO_MS = 300
/** Step in which the progress of a preview is shown, in milliseconds. */
export const PROGRESS_TICK_MS = 50
/** Frames a second of an exported video. */
export const VIDEO_FPS = 60
/** Frames of an exported video. */
export const VIDEO_FRAMES = (VIDEO_MS * VIDEO_FPS) / 1000
/** Frames per photo in an exported video. */
export const FRAMES_PER_PHOTO = (PHOTO_MS * VIDEO_FPS) / 1000
/** Places for photos in one video; the last one is cut short by the end. */
export const PHOTO_CHANGES = Math.ceil(VIDEO_MS / PHOTO_MS)

/** Index of the photo in place `place` when `count` photos take turns. */
function photoInPlace(place: number, count: number): number {
  if (count < 1) throw new RangeError('A video needs at least one photo')
  return Math.min(Math.max(place, 0), PHOTO_CHANGES - 1) % count
}

/** Index of the photo that is shown at a time in milliseconds. Before the start it is the first, after the end the last one shown. */
export function photoAtTime(ms: number, count: number): number {
  return photoInPlace(Math.floor(ms / PHOTO_MS), count)
}

/** Index of the photo in a frame of the exported video, counted from 0: the same one that the preview shows at that time. */
export function photoAtFrame(frame: number, count: number): number {
  return photoInPlace(Math.floor(frame / FRAMES_PER_PHOTO), count)
}

/** The progress that is shown at a time, in milliseconds: whole ticks, within the video. */
export function progressAt(ms: number): number {
  return Math.floor(Math.min(Math.max(ms, 0), VIDEO_MS) / PROGRESS_TICK_MS) * PROGRESS_TICK_MS
}

/**
 * The start of the photo that is `steps` places after (before, when negative) the one shown at a time, in milliseconds. Steps back
 * go first to the start of the photo itself; the step after the last photo is the end.
 */
export function seekByPhotos(ms: number, steps: number): number {
  const place = steps > 0 ? Math.floor(ms / PHOTO_MS) : Math.ceil(ms / PHOTO_MS)
  return Math.min(Math.max((place + steps) * PHOTO_MS, 0), VIDEO_MS)
}
