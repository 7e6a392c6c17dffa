import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import type { OpenSelectProps } from './select-props.ts'
import { usePopupContainer } from './popup-container.ts'
import styles from './select.module.css'

/** The list with its trigger, already open; `select.tsx` loads it when it is first asked for. */
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
          {/* The page's policy refuses style elements, and the one it would write is for lists that lie over their trigger. */}
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
