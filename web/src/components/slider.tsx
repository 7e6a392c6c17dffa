import { Slider as Base } from '@base-ui/react/slider'
import type { ReactNode } from 'react'
import styles from './slider.module.css'

export interface SliderProps {
  label: string
  hideLabel?: boolean
  value: number
  min: number
  max: number
  step?: number
  onChange(value: number): void
  /** Once, when the pointer or key is let go. */
  onCommit?(value: number): void
  icon?: ReactNode
  disabled?: boolean
  /** How the value reads; the number itself by default. */
  format?(value: number): string
}

export function Slider(props: SliderProps) {
  const { label, hideLabel, value, min, max, step = 1, onChange, onCommit, icon, disabled, format = String } = props
  return (
    <Base.Root
      className={styles.root}
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={(next) => onChange(next)}
      onValueCommitted={(next) => onCommit?.(next)}
    >
      <div className={styles.head}>
        {icon}
        <span className={hideLabel ? 'visually-hidden' : styles.label}>{label}</span>
        <output className={styles.value}>{format(value)}</output>
      </div>
      <Base.Control className={styles.control}>
        <Base.Track className={styles.track}>
          <Base.Indicator className={styles.indicator} />
          <Base.Thumb className={styles.thumb} aria-label={label} getAriaValueText={(_text, next) => format(next)} />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}
