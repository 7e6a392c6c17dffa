import { SLIDE_SECONDS } from '@ninesixteen/shared/video/video-spec'
import { Slider } from '../../../components/slider.tsx'
import { SwitchField } from '../../../components/switch-field.tsx'
import styles from './video-options.module.css'

export interface VideoOptionsProps {
  /** Seconds per slide. */
  seconds: number
  crossFade: boolean
  /** Number of slides. */
  count: number
  onChange(options: { seconds: number; crossFade: boolean }): void
}

const secondsInWords = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** Options of a slideshow's video. */
export function VideoOptions({ seconds, crossFade, count, onChange }: VideoOptionsProps) {
  return (
    <div className={styles.options}>
      <Slider
        label="Time per slide"
        value={seconds}
        min={SLIDE_SECONDS.min}
        max={SLIDE_SECONDS.max}
        step={0.5}
        format={secondsInWords}
        onChange={(value) => onChange({ seconds: value, crossFade })}
      />
      <SwitchField
        label="Cross-fade"
        hint="Each slide fades into the next during its last half second."
        checked={crossFade}
        onChange={(checked) => onChange({ seconds, crossFade: checked })}
      />
      <p className={styles.length}>The video will be {secondsInWords(seconds * count)} long.</p>
    </div>
  )
}
