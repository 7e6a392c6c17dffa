import { CheckboxField } from './checkbox-field.tsx'
import styles from './checkbox-group.module.css'

export interface CheckboxGroupProps<T extends string> {
  label: string
  options: readonly T[]
  labels: Readonly<Record<T, string>>
  value: readonly T[]
  error: string | null
  onChange(value: readonly T[]): void
}

/** Any number of options; the value has them in the order in which they were checked. */
export function CheckboxGroup<T extends string>({ label, options, labels, value, error, onChange }: CheckboxGroupProps<T>) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <CheckboxField
          key={option}
          label={labels[option]}
          checked={value.includes(option)}
          onChange={(isOn) => onChange(isOn ? [...value, option] : value.filter((other) => other !== option))}
        />
      ))}
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
