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

/** Words as chips: Enter or a comma ends one, Backspace in an empty field takes the last one back, and a pasted list becomes many. */
export function TagsField({ label, hint, tags, limits, onChange }: TagsFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const add = (text: string): void => {
    const { tags: next, left } = joinTags(tags, splitTags(text), limits)
    setTyped('')
    if (left > 0) setSaid(`${limits.most} tags are the most: ${left} ${left === 1 ? 'was' : 'were'} left out.`)
    else setSaid('')
    if (next.length !== tags.length) onChange(next)
  }
  const remove = (index: number): void => {
    onChange(tags.filter((_tag, at) => at !== index))
    setSaid(`${tags[index]} removed`)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Enter while a word is being composed belongs to the composition.
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
      <p role="status" className={said === '' ? 'visually-hidden' : styles.hint}>
        {said}
      </p>
    </div>
  )
}
