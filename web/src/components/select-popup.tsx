import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { usePopupContainer } from './popup-context.ts'
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
  /** Empty while nothing is chosen. */
  value: T | ''
  placeholder?: string
  error?: string | null
  options: readonly SelectOption<T>[]
  onChange(value: T): void
  disabled?: boolean
  hint?: ReactNode
  size?: 'small' | 'medium'
}

export interface OpenSelectProps<T extends string> extends SelectProps<T> {
  /** Id of the error's element; undefined without an error. */
  errorId: string | undefined
}

/** The trigger with its list, mounted open; `select.tsx` loads it when the user is about to open the first select. */
export function OpenSelect<T extends string>(props: OpenSelectProps<T>) {
  const { label, hideLabel = false, value, options, onChange, disabled, size = 'medium', placeholder, errorId } = props
  const container = usePopupContainer()
  const chosen = options.find((option) => option.value === value)
  return (
    <Base.Root<T>
      defaultOpen
      items={options}
      value={value === '' ? null : value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
    >
      <Base.Label className={hideLabel ? 'visually-hidden' : styles.label}>{label}</Base.Label>
      <Base.Trigger
        className={classNames(styles.trigger, styles[size])}
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
      >
        {chosen?.icon && <span className={styles.icon}>{chosen.icon}</span>}
        <Base.Value className={styles.value}>{() => chosen?.label ?? placeholder}</Base.Value>
        <Base.Icon className={styles.chevron}>
          <ChevronsUpDown aria-hidden="true" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner className={styles.positioner} align="start" sideOffset={6} alignItemWithTrigger={false} collisionPadding={8}>
          {/* The content security policy forbids style elements; this one only serves lists that cover their trigger. */}
          <CSPProvider disableStyleElements>
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
          </CSPProvider>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
