import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { loadPart } from './load-part.tsx'
import styles from './select.module.css'
import type { OpenSelectProps, SelectProps } from './select-popup.tsx'

const load = () => loadPart(() => import('./select-popup.tsx'))

/** `lazy` erases the type parameter. */
type AnySelect = (props: OpenSelectProps<string>) => ReactNode
const OpenSelect = lazy(async () => ({ default: (await load()).OpenSelect as AnySelect }))

const OPENING_KEYS = ['ArrowDown', 'ArrowUp', 'Enter', ' ']

function ClosedSelect<T extends string>({ props, onOpen }: { props: OpenSelectProps<T>; onOpen(): void }) {
  const { label, hideLabel, value, options, disabled, size = 'medium', errorId } = props
  const id = useId()
  const chosen = options.find((option) => option.value === value)
  const open = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key)) return
    event.preventDefault()
    onOpen()
  }
  return (
    <>
      <span id={`${id}-label`} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </span>
      <button
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-controls={`${id}-list`}
        aria-labelledby={`${id}-label`}
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
        className={classNames(styles.trigger, styles[size])}
        disabled={disabled}
        data-disabled={disabled || undefined}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={onOpen}
        onKeyDown={open}
      >
        {chosen?.icon && <span className={styles.icon}>{chosen.icon}</span>}
        <span className={styles.value}>{chosen?.label ?? props.placeholder}</span>
        <span className={styles.chevron}>
          <ChevronsUpDown aria-hidden="true" />
        </span>
      </button>
    </>
  )
}

/** A select with icons and second lines. Only its button exists until the user opens it. */
export function Select<T extends string>(props: SelectProps<T>) {
  const [wasOpened, setOpened] = useState(false)
  const id = useId()
  const errorId = props.error ? id : undefined
  const closed = <ClosedSelect props={{ ...props, errorId }} onOpen={() => setOpened(true)} />
  return (
    <div className={styles.field}>
      {wasOpened ? (
        <Suspense fallback={closed}>
          {/* The value is one of the options'. */}
          <OpenSelect {...props} errorId={errorId} onChange={(value) => props.onChange(value as T)} />
        </Suspense>
      ) : (
        closed
      )}
      {props.error && (
        <p id={id} className={styles.error} role="alert">
          {props.error}
        </p>
      )}
      {props.hint && <p className={styles.hint}>{props.hint}</p>}
    </div>
  )
}
