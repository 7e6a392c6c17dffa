export interface ZoneSelectProps {
  /** Accessible name; shown above unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  zone: string
  onChange(zone: string): void
  /** The moment whose offsets are shown; now when absent. */
  at?: Date | undefined
  className?: string
}
