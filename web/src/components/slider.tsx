import { useId, type CSSProperties, type ReactNode } from 'react'
import styles from './slider.module.css'

export interface SliderProps {
  label: string
  hideLabel?: boolean
  value: number
  min: number
  max: number
  step?: number
  onChange(value: number): void
  /** Called once, when the pointer or key is released. */
  onCommit?(value: number): void
  icon?: ReactNode
  disabled?: boolean
  /** Text of the value; the number by default. */
  format?(value: number): string
}

/** A styled native range input, which supports keyboard, touch and screen readers. */
export function Slider(props: SliderProps) {
  const { label, hideLabel, value, min, max, step = 1, onChange, onCommit, icon, disabled, format = String } = props
  const id = useId()
  const commit = () => onCommit?.(value)
  return (
    <div className={styles.root} data-disabled={disabled || undefined}>
      <div className={styles.head}>
        {icon}
        <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
          {label}
        </label>
        <output htmlFor={id} className={styles.value}>
          {format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className={styles.range}
        style={{ '--share': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
        value={value}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
    </div>
  )
}
