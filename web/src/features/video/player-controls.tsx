import { photoAtTime, PROGRESS_TICK_MS, seekByPhotos, VIDEO_MS } from '@ninesixteen/shared/video/timeline'
import { Pause, Play, RotateCcw } from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import type { Player } from './player.ts'
import type { ReelState } from './use-reel.ts'
import styles from './video.module.css'

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/** Photos to skip per key. The browser handles Home and End. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }

export interface PlayerControlsProps {
  player: Player
  count: number
  reelState: ReelState
  reducedMotion: boolean
}

/** Play, pause, reset and position. Small components re-render on every tick, so that the others don't. */
export function PlayerControls({ player, count, reelState, reducedMotion }: PlayerControlsProps) {
  const playing = usePlaying(player)
  return (
    <div className={styles.player} role="group" aria-label="Video preview">
      <Progress player={player} count={count} />
      <div className={styles.row}>
        <IconButton
          label={playing ? 'Pause' : 'Play'}
          shortcut="Space"
          variant="raised"
          className={styles.play}
          icon={playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          onClick={() => player.send({ type: 'toggle' })}
        />
        <IconButton label="Reset" icon={<RotateCcw aria-hidden="true" />} onClick={() => player.send({ type: 'reset' })} />
        <Counter player={player} count={count} />
        <Time player={player} />
      </div>
      <Hint reelState={reelState} reducedMotion={reducedMotion} />
    </div>
  )
}

interface PartProps {
  player: Player
  count: number
}

function usePlaying(player: Player): boolean {
  return useStore(player.store, (state) => state.playback.status === 'playing')
}

function Counter({ player, count }: PartProps) {
  const photo = useStore(player.store, (state) => photoAtTime(state.progress, count) + 1)
  return (
    <span className={styles.counter}>
      Photo {photo}/{count}
    </span>
  )
}

function Time({ player }: Pick<PartProps, 'player'>) {
  const shown = useStore(player.store, (state) => seconds(state.progress))
  return (
    <span className={styles.time}>
      {shown} / {VIDEO_MS / 1000} s
    </span>
  )
}

function Progress({ player, count }: PartProps) {
  const playing = usePlaying(player)
  const progress = useStore(player.store, (state) => state.progress)
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = STEPS[event.key]
    if (steps !== undefined) player.send({ type: 'seek', to: seekByPhotos(player.position(), steps) })
    else if (event.key === ' ') player.send({ type: 'toggle' })
    else return
    event.preventDefault()
  }
  return (
    <input
      type="range"
      className={styles.progress}
      style={{ '--share': `${(progress / VIDEO_MS) * 100}%` } as CSSProperties}
      min={0}
      max={VIDEO_MS}
      step={PROGRESS_TICK_MS}
      value={progress}
      aria-label="Position in the video"
      // Constant while playing, else screen readers would announce every tick.
      aria-valuetext={playing ? 'Playing' : `Photo ${photoAtTime(progress, count) + 1} of ${count}, ${seconds(progress)} seconds`}
      onChange={(event) => player.send({ type: 'seek', to: event.target.valueAsNumber })}
      onKeyDown={onKeyDown}
    />
  )
}

function Hint({ reelState: { reel, total, retry }, reducedMotion }: Pick<PlayerControlsProps, 'reelState' | 'reducedMotion'>) {
  const [drawn, failed] = reel ? [reel.drawn(), reel.failed()] : [0, 0]
  if (failed > 0 && drawn + failed === total) {
    return (
      <p className={styles.hint}>
        {failed === 1 ? 'A photo' : `${failed} photos`} couldn’t be loaded.
        <Button size="small" variant="ghost" onClick={retry}>
          Try again
        </Button>
      </p>
    )
  }
  if (drawn < total) {
    return (
      <p className={styles.hint}>
        Preparing photos {drawn} of {total}
      </p>
    )
  }
  return <p className={styles.hint}>{reducedMotion && 'Reduced motion is on: press Play.'}</p>
}
