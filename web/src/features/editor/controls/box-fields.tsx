import { findBox } from '@ninesixteen/shared/slide/box'
import type { Frame } from '@ninesixteen/shared/slide/box'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { refuseLocked } from '../document/locked.ts'
import styles from './box-fields.module.css'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'

type Field = keyof Frame
const FIELDS = [
  ['x', 'X', 'Position from the left'],
  ['y', 'Y', 'Position from the top'],
  ['width', 'W', 'Width'],
  ['height', 'H', 'Height'],
] as const satisfies readonly (readonly [Field, string, string])[]

/** Position and size of the selected box as numbers, an alternative to dragging. */
export function BoxFields() {
  const { store } = useEditorSession()
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  const [ref] = selection
  const entry = selection.length === 1 && ref !== undefined ? findBox(slide, ref) : undefined
  if (!entry) return null

  const set = (field: Field, value: number): void => {
    if (refuseLocked(store, field === 'x' || field === 'y' ? 'move' : 'resize')) return
    const frame = { ...entry.frame, [field]: value }
    // Images keep their aspect ratio.
    if (entry.kind !== 'text' && field === 'width') frame.height = (entry.frame.height * value) / entry.frame.width
    if (entry.kind !== 'text' && field === 'height') frame.width = (entry.frame.width * value) / entry.frame.height
    store.perform({ type: 'set-frames', slideId: slide.id, frames: { [entry.ref]: frame } }, { gesture: `field ${field} ${entry.ref}` })
  }
  return (
    <div className={styles.fields} role="group" aria-label="Position and size">
      {FIELDS.map(([field, letter, name]) => (
        <NumberField
          key={`${entry.ref} ${field}`}
          letter={letter}
          name={name}
          value={entry.frame[field]}
          onSet={(value) => set(field, value)}
        />
      ))}
    </div>
  )
}

export function NumberField({ letter, name, value, onSet }: { letter: string; name: string; value: number; onSet(value: number): void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? String(Math.round(value * 10) / 10)
  const commit = (): void => {
    const number = Number(typed)
    if (typed !== null && typed.trim() !== '' && Number.isFinite(number)) onSet(number)
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') commit()
    if (event.key === 'Escape') setTyped(null)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const step = (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1)
    setTyped(null)
    onSet((Number(typed ?? value) || 0) + step)
  }
  return (
    <label className={styles.field}>
      <span aria-hidden="true">{letter}</span>
      <input
        aria-label={name}
        inputMode="decimal"
        value={shown}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}
