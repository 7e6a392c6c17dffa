import { X } from 'lucide-react'
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { joinTags, splitTags, type TagLimits } from './tag-list.ts'
import styles from './tags-field.module.css'

export interface TagsFieldProps {
  label: string
  hint?: string
  tags: readonly string[]
  limits: TagLimits
  onChange(tags: string[]): void
}

/** Tags as chips: Enter or a comma adds one, Backspace in an empty field edits the last one, and a pasted list adds several. */
export function TagsField({ label, hint, tags, limits, onChange }: TagsFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [status, setStatus] = useState('')
  const add = (text: string): void => {
    const { tags: next, left } = joinTags(tags, splitTags(text), limits)
    setTyped('')
    if (left > 0) setStatus(`You can add up to ${limits.most} tags. ${left} ${left === 1 ? 'was' : 'were'} left out.`)
    else setStatus('')
    if (next.length !== tags.length) onChange(next)
  }
  const remove = (index: number): void => {
    onChange(tags.filter((_tag, at) => at !== index))
    setStatus(`${tags[index]} removed`)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // While an input method composes a word, Enter belongs to the composition.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      if (typed.trim() !== '') add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      event.preventDefault()
      setTyped(tags.at(-1) ?? '')
      onChange(tags.slice(0, -1))
    }
  }
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text')
    if (!/[,\n#]/.test(pasted)) return
    event.preventDefault()
    add(`${typed} ${pasted}`)
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <ul className={styles.tags} aria-label={label}>
          {tags.map((tag, index) => (
            <li key={tag} className={styles.tag}>
              {tag}
              <button type="button" className={styles.remove} aria-label={`Remove ${tag}`} onClick={() => remove(index)}>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
        <input
          ref={field}
          id={id}
          className={styles.input}
          value={typed}
          maxLength={limits.length}
          enterKeyHint="enter"
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => typed.trim() !== '' && add(typed)}
        />
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <p role="status" className={status === '' ? 'visually-hidden' : styles.hint}>
        {status}
      </p>
    </div>
  )
}
