import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './select.module.css'

export interface SelectOption<T extends string> {
  value: T
  label: string
  /** Second line inside the list. */
  detail?: string
  icon?: ReactNode
  disabled?: boolean
}

export interface SelectProps<T extends string> {
  /** Accessible name; shown above unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  value: T
  options: readonly SelectOption<T>[]
  onChange(value: T): void
  disabled?: boolean
  hint?: ReactNode
  size?: 'small' | 'medium'
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, hideLabel = false, value, options, onChange, disabled, hint, size = 'medium' } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <div className={styles.field}>
      <Base.Root<T> items={options} value={value} onValueChange={(next) => next !== null && onChange(next)} disabled={disabled}>
        <Base.Label className={hideLabel ? 'visually-hidden' : styles.label}>{label}</Base.Label>
        <Base.Trigger className={classNames(styles.trigger, styles[size])}>
          {chosen?.icon && <span className={styles.icon}>{chosen.icon}</span>}
          <Base.Value className={styles.value} />
          <Base.Icon className={styles.chevron}>
            <ChevronsUpDown aria-hidden="true" />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className={styles.positioner} sideOffset={6} alignItemWithTrigger={false} collisionPadding={8}>
            <Base.Popup className={styles.popup}>
              <Base.List className={styles.list}>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} disabled={option.disabled} className={styles.item}>
                    {option.icon && <span className={styles.icon}>{option.icon}</span>}
                    <span className={styles.words}>
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.detail && <span className={styles.detail}>{option.detail}</span>}
                    </span>
                    <Base.ItemIndicator className={styles.check}>
                      <Check aria-hidden="true" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}
