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

function useFieldIds(fieldProps: FieldLook) {
  const id = useId()
  const hintId = fieldProps.hint ? `${id}-hint` : undefined
  const errorId = fieldProps.error ? `${id}-error` : undefined
  return {
    id,
    hintId,
    errorId,
    described: {
      'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      'aria-invalid': fieldProps.error ? true : undefined,
    },
  }
}

function Frame({ ids, look: fieldProps, children }: { ids: ReturnType<typeof useFieldIds>; look: FieldLook; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={ids.id} className={fieldProps.hideLabel ? 'visually-hidden' : styles.label}>
        {fieldProps.label}
      </label>
      <div className={styles.control}>
        {children}
        {fieldProps.trailing && <div className={styles.trailing}>{fieldProps.trailing}</div>}
      </div>
      {fieldProps.error && (
        <p id={ids.errorId} className={styles.error} role="alert">
          {fieldProps.error}
        </p>
      )}
      {fieldProps.hint && (
        <p id={ids.hintId} className={styles.hint}>
          {fieldProps.hint}
        </p>
      )}
    </div>
  )
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & FieldLook

export function TextField({ label, hideLabel, hint, error, trailing, className, ...rest }: TextFieldProps) {
  const fieldProps = { label, hideLabel, hint, error, trailing }
  const ids = useFieldIds(fieldProps)
  return (
    <Frame ids={ids} look={fieldProps}>
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
  const fieldProps = { label, hideLabel, hint, error }
  const ids = useFieldIds(fieldProps)
  return (
    <Frame ids={ids} look={fieldProps}>
      <textarea onFocus={showWhole} {...rest} {...ids.described} id={ids.id} className={classNames(styles.input, styles.area, className)} />
    </Frame>
  )
}
