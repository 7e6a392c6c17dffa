import { progressAt } from '@ninesixteen/shared/video/timeline'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { AT_START, nextPlayback, positionAt } from './playback.ts'
import type { Playback, PlaybackEvent } from './playback.ts'

/** Time and animation frames of the player. */
export interface PlayerClock {
  /** Monotonic, in milliseconds. */
  now(): number
  /** Returns a function that cancels the call. */
  nextFrame(run: () => void): () => void
}

const pageClock: PlayerClock = {
  now: () => performance.now(),
  nextFrame(run) {
    const frame = requestAnimationFrame(run)
    return () => cancelAnimationFrame(frame)
  },
}

export interface PlayerState {
  playback: Playback
  /** Milliseconds shown as progress, updated once a tick instead of every frame. */
  progress: number
}

type Command = { type: Exclude<PlaybackEvent['type'], 'tick' | 'seek'> } | { type: 'seek'; to: number }

export interface Player {
  store: StoreApi<PlayerState>
  send(command: Command): void
  /** In milliseconds. */
  position(): number
  /** Calls the listener every frame while playing, and after every change. Returns a function that unsubscribes. */
  onFrame(listener: () => void): () => void
  stop(): void
}

/** Creates a player that requests frames only while playing. */
export function createPlayer(clock: PlayerClock = pageClock): Player {
  const store = createStore<PlayerState>(() => ({ playback: AT_START, progress: 0 }))
  const listeners = new Set<() => void>()
  let cancelFrame: (() => void) | null = null

  const apply = (event: PlaybackEvent): void => {
    const before = store.getState()
    const playback = nextPlayback(before.playback, event)
    const progress = progressAt(positionAt(playback, event.now))
    if (playback !== before.playback || progress !== before.progress) store.setState({ playback, progress })
    for (const listener of listeners) listener()
    if (playback.status === 'playing') cancelFrame ??= clock.nextFrame(tick)
    else {
      cancelFrame?.()
      cancelFrame = null
    }
  }
  const tick = (): void => {
    cancelFrame = null
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
      cancelFrame?.()
      cancelFrame = null
    },
  }
}
