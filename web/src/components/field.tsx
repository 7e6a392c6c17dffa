import { useId, type ComponentProps, type ReactNode, type FocusEvent } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

interface FieldLook {
  label: string
  hideLabel?: boolean
  hint?: ReactNode
  error?: string | null
  /** A control inside the right edge, such as show/hide. */
  trailing?: ReactNode
}

function useFieldIds(look: FieldLook) {
  const id = useId()
  const hintId = look.hint ? `${id}-hint` : undefined
  const errorId = look.error ? `${id}-error` : undefined
  return {
    id,
    hintId,
    errorId,
    described: {
      'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      'aria-invalid': look.error ? true : undefined,
    },
  }
}

function Frame({ ids, look, children }: { ids: ReturnType<typeof useFieldIds>; look: FieldLook; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={ids.id} className={look.hideLabel ? 'visually-hidden' : styles.label}>
        {look.label}
      </label>
      <div className={styles.control}>
        {children}
        {look.trailing && <div className={styles.trailing}>{look.trailing}</div>}
      </div>
      {look.error && (
        <p id={ids.errorId} className={styles.error} role="alert">
          {look.error}
        </p>
      )}
      {look.hint && (
        <p id={ids.hintId} className={styles.hint}>
          {look.hint}
        </p>
      )}
    </div>
  )
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & FieldLook

export function TextField({ label, hideLabel, hint, error, trailing, className, ...rest }: TextFieldProps) {
  const look = { label, hideLabel, hint, error, trailing }
  const ids = useFieldIds(look)
  return (
    <Frame ids={ids} look={look}>
      <input
        {...rest}
        {...ids.described}
        id={ids.id}
        className={classNames(styles.input, trailing !== undefined && styles.withTrailing, className)}
      />
    </Frame>
  )
}

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & FieldLook

/** A browser only scrolls to the line with the caret, and bars may cover the rest. */
const showWhole = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void => currentTarget.scrollIntoView({ block: 'nearest' })

export function TextArea({ label, hideLabel, hint, error, className, ...rest }: TextAreaProps) {
  const look = { label, hideLabel, hint, error }
  const ids = useFieldIds(look)
  return (
    <Frame ids={ids} look={look}>
      <textarea onFocus={showWhole} {...rest} {...ids.described} id={ids.id} className={classNames(styles.input, styles.area, className)} />
    </Frame>
  )
}
