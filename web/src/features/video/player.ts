import { progressAt } from '@ninesixteen/shared/video/timeline'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { AT_START, nextPlayback, positionAt } from './playback.ts'
import type { Playback, PlaybackEvent } from './playback.ts'

/** What the player reads the time from, and how it is called with the next frame of the screen. */
export interface PlayerClock {
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Gives back what withdraws the call. */
  nextFrame(run: () => void): () => void
}

export const pageClock: PlayerClock = {
  now: () => performance.now(),
  nextFrame(run) {
    const frame = requestAnimationFrame(run)
    return () => cancelAnimationFrame(frame)
  },
}

export interface PlayerState {
  playback: Playback
  /** Milliseconds shown as progress: changes once a tick, not once a frame. */
  progress: number
}

type Command = { type: Exclude<PlaybackEvent['type'], 'tick' | 'seek'> } | { type: 'seek'; to: number }

export interface Player {
  store: StoreApi<PlayerState>
  send(command: Command): void
  /** Where the video is now, in milliseconds. */
  position(): number
  /** Called once a frame while it plays, and after every change; the answer ends it. */
  onFrame(listener: () => void): () => void
  stop(): void
}

/** Plays time: one loop of frames while playing, none otherwise. */
export function createPlayer(clock: PlayerClock = pageClock): Player {
  const store = createStore<PlayerState>(() => ({ playback: AT_START, progress: 0 }))
  const listeners = new Set<() => void>()
  let withdraw: (() => void) | null = null

  const apply = (event: PlaybackEvent): void => {
    const before = store.getState()
    const playback = nextPlayback(before.playback, event)
    const progress = progressAt(positionAt(playback, event.now))
    if (playback !== before.playback || progress !== before.progress) store.setState({ playback, progress })
    for (const listener of listeners) listener()
    if (playback.status === 'playing') withdraw ??= clock.nextFrame(tick)
    else {
      withdraw?.()
      withdraw = null
    }
  }
  const tick = (): void => {
    withdraw = null
    apply({ type: 'tick', now: clock.now() })
  }

  return {
    store,
    send: (command) => apply({ ...command, now: clock.now() }),
    position: () => positionAt(store.getState().playback, clock.now()),
    onFrame(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      withdraw?.()
      withdraw = null
    },
  }
}
