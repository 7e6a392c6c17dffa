import type { Slide } from '@ninesixteen/shared/slide/model'
import { VIDEO_PHOTOS_MIN } from '@ninesixteen/shared/video/photos'
import { photoAtTime, VIDEO_MS } from '@ninesixteen/shared/video/timeline'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSoundPlayer } from '../../app/play-sound.ts'
import { useSlideshowSound } from '../../app/slideshow-sound.ts'
import { PlayerControls } from './player-controls.tsx'
import { createPlayer, type Player } from './player.ts'
import { FRAME, type ReelState, useReel } from './use-reel.ts'
import { createPortal } from 'react-dom'
import type { Reel } from './reel.ts'
import styles from './video.module.css'

export interface VideoPlayerProps {
  projectId: string
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

/** Plays the sound of the slideshow with its photos. */
function useSound(player: Player, projectId: string): void {
  const { sound } = useSlideshowSound(projectId)
  const { player: soundPlayer, isReady } = useSoundPlayer(sound?.sound ?? null, VIDEO_MS / 1000)
  useEffect(() => {
    const follow = (): void => {
      if (player.store.getState().playback.status === 'playing') soundPlayer.play(player.position() / 1000)
      else soundPlayer.pause()
    }
    if (isReady) follow()
    // Seeking while playing is a new playback as well; ticks keep it.
    return player.store.subscribe(({ playback }, before) => {
      if (playback !== before.playback) follow()
    })
  }, [player, soundPlayer, isReady])
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
export function VideoPlayer({ projectId, slide, photos, screen, holding, announce }: VideoPlayerProps) {
  const [player] = useState(() => createPlayer())
  useSound(player, projectId)
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

interface ScreenProps {
  /** The parent element, above the slide and below its boxes. */
  place: HTMLElement
  player: Player
  reel: Reel<ImageBitmap> | null
  photos: readonly string[]
  /** Shows the slide instead. */
  hidden: boolean
}

/** The video's current frame. Hidden at the start, where it equals the slide, and while the slide is being edited. */
export function Screen({ place, player, reel, photos, hidden }: ScreenProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = useRef<{ reel: Reel<ImageBitmap> | null; drawing: ImageBitmap | null }>({ reel: null, drawing: null })
  const latest = useRef({ reel, photos, hidden })
  const draw = useRef(() => {
    const context = canvas.current?.getContext('2d', { alpha: false })
    const now = latest.current
    if (!canvas.current || !context) return
    if (shown.current.reel !== now.reel) shown.current = { reel: now.reel, drawing: null }
    const photo = now.photos[photoAtTime(player.position(), now.photos.length)]
    // Keeps the previous photo until this one is rendered.
    const drawing = (photo === undefined ? null : now.reel?.frame(photo)) ?? shown.current.drawing
    const { status, at } = player.store.getState().playback
    canvas.current.hidden = now.hidden || drawing === null || (status === 'paused' && at === 0)
    if (drawing === null || drawing === shown.current.drawing) return
    context.drawImage(drawing, 0, 0)
    shown.current.drawing = drawing
  })
  useEffect(() => player.onFrame(draw.current), [player])
  // Runs after every render, because photos and editing state may have changed.
  useEffect(() => {
    latest.current = { reel, photos, hidden }
    draw.current()
  })
  return createPortal(
    <canvas ref={canvas} className={styles.screen} width={FRAME.width} height={FRAME.height} aria-hidden="true" hidden data-video />,
    place,
  )
}
