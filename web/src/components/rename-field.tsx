import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

export interface RenameFieldProps {
  label: string
  name: string
  maxLength: number
  busy: boolean
  onRename(name: string): void
  onClose(): void
}

/** A name being edited in its place. No form: it can be inside another one. */
export function RenameField({ label, name: before, maxLength, busy, onRename, onClose }: RenameFieldProps) {
  const [name, setName] = useState(before)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const save = (): void => {
    if (name.trim() !== '') onRename(name)
  }
  return (
    <>
      <TextField
        label={label}
        hideLabel
        ref={field}
        value={name}
        maxLength={maxLength}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') save()
          else onClose()
        }}
      />
      <Button size="small" busy={busy} disabled={name.trim() === ''} onClick={save}>
        Rename
      </Button>
      <Button size="small" variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </>
  )
}
