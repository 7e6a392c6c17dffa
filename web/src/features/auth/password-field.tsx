import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextField, type TextFieldProps } from '../../components/field.tsx'
import styles from './auth-form.module.css'

/** A password with its own show/hide toggle. */
export function PasswordField(props: TextFieldProps) {
  const [isVisible, setVisible] = useState(false)
  const name = `${isVisible ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`
  return (
    <TextField
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button type="button" className={styles.eye} aria-label={name} aria-pressed={isVisible} onClick={() => setVisible(!isVisible)}>
          {isVisible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      }
    />
  )
}
