import type { Slide } from '@ninesixteen/shared/slide/model'
import { VIDEO_PHOTOS_MIN } from '@ninesixteen/shared/video/photos'
import { photoAtTime } from '@ninesixteen/shared/video/timeline'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { PlayerControls } from './player-controls.tsx'
import { createPlayer } from './player.ts'
import type { Player } from './player.ts'
import { Screen } from './screen.tsx'
import { useReel } from './use-reel.ts'
import type { ReelState } from './use-reel.ts'

export interface VideoPlayerProps {
  slide: Slide
  /** At least ten, in order. */
  photos: readonly string[]
  screen: HTMLElement
  holding: boolean
  announce(text: string): void
}

const motionQuery = matchMedia('(prefers-reduced-motion: reduce)')

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      motionQuery.addEventListener('change', changed)
      return () => motionQuery.removeEventListener('change', changed)
    },
    () => motionQuery.matches,
  )
}

/** Starts playing once when the first photos are rendered, unless the user already has, or prefers reduced motion. */
function useAutoplay(player: Player, { reel, total }: ReelState, allowed: boolean): void {
  const done = useRef(false)
  const ready = reel !== null && reel.drawn() >= Math.min(total, VIDEO_PHOTOS_MIN)
  useEffect(() => {
    if (player.store.getState().playback.status === 'playing') done.current = true
    if (!ready || done.current) return
    done.current = true
    if (allowed && !document.hidden && player.position() === 0) player.send({ type: 'play' })
  }, [player, ready, allowed])
}

/** Pauses while the slide is edited and while the tab is hidden. */
function usePauses(player: Player, holding: boolean): void {
  useEffect(() => {
    if (holding) player.send({ type: 'pause' })
  }, [player, holding])
  useEffect(() => {
    const pauseIfHidden = (): void => {
      if (document.hidden) player.send({ type: 'pause' })
    }
    document.addEventListener('visibilitychange', pauseIfHidden)
    return () => {
      document.removeEventListener('visibilitychange', pauseIfHidden)
      player.stop()
    }
  }, [player])
}

/** Announces changes of the state, but no ticks. */
function useAnnouncements(player: Player, count: number, announce: (text: string) => void): void {
  useEffect(
    () =>
      player.store.subscribe(({ playback }, before) => {
        if (playback.status === before.playback.status) return
        const photo = `photo ${photoAtTime(player.position(), count) + 1} of ${count}`
        if (playback.status === 'ended') announce('The video has ended')
        else if (playback.status === 'playing') announce('Video playing')
        else announce(playback.at === 0 ? 'Video at its start' : `Video paused at ${photo}`)
      }),
    [player, count, announce],
  )
}

/** The video of one slide over changing photos. */
export function VideoPlayer({ slide, photos, screen, holding, announce }: VideoPlayerProps) {
  const [player] = useState(() => createPlayer())
  const reelState = useReel(slide, photos)
  const reducedMotion = useReducedMotion()
  useAutoplay(player, reelState, !reducedMotion && !holding)
  usePauses(player, holding)
  useAnnouncements(player, photos.length, announce)
  return (
    <>
      <Screen place={screen} player={player} reel={reelState.reel} photos={photos} hidden={holding} />
      <PlayerControls player={player} count={photos.length} reelState={reelState} reducedMotion={reducedMotion} />
    </>
  )
}
