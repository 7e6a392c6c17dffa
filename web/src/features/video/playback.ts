import { VIDEO_MS } from '@ninesixteen/shared/video/timeline'

/** Times in milliseconds: `at` within the video, `now` and `since` of a monotonic clock. */
export type Playback =
  | { status: 'paused'; at: number }
  /** `at` is the position at `since`. */
  | { status: 'playing'; at: number; since: number }
  /** Stopped at the end. */
  | { status: 'ended'; at: typeof VIDEO_MS }

export type PlaybackEvent =
  | { type: 'play' | 'pause' | 'toggle' | 'reset' | 'tick'; now: number }
  | { type: 'seek'; now: number; to: number }

export const AT_START: Playback = { status: 'paused', at: 0 }
const AT_END: Playback = { status: 'ended', at: VIDEO_MS }

/** The position in the video, computed from the start of playing so that late ticks don't accumulate errors. */
export function positionAt(playback: Playback, now: number): number {
  if (playback.status !== 'playing') return playback.at
  return Math.min(Math.max(playback.at + now - playback.since, playback.at), VIDEO_MS)
}

function play(playback: Playback, now: number): Playback {
  if (playback.status === 'playing') return playback
  return { status: 'playing', at: playback.status === 'ended' ? 0 : playback.at, since: now }
}

function pause(playback: Playback, now: number): Playback {
  if (playback.status !== 'playing') return playback
  const at = positionAt(playback, now)
  return at >= VIDEO_MS ? AT_END : { status: 'paused', at }
}

function seek(playback: Playback, to: number, now: number): Playback {
  const at = Math.min(Math.max(to, 0), VIDEO_MS)
  if (at === VIDEO_MS) return AT_END
  return playback.status === 'playing' ? { status: 'playing', at, since: now } : { status: 'paused', at }
}

/** The next state. The video stops at its end, and playing from there restarts it. */
export function nextPlayback(playback: Playback, event: PlaybackEvent): Playback {
  // The end may have passed without a tick.
  const current = playback.status === 'playing' && positionAt(playback, event.now) >= VIDEO_MS ? AT_END : playback
  switch (event.type) {
    case 'play':
      return play(current, event.now)
    case 'pause':
      return pause(current, event.now)
    case 'toggle':
      return current.status === 'playing' ? pause(current, event.now) : play(current, event.now)
    case 'reset':
      return AT_START
    case 'seek':
      return seek(current, event.to, event.now)
    case 'tick':
      return current
    default:
      return event satisfies never
  }
}
