import type { SlideBox } from '@ninesixteen/shared/slide/box'
import { LAYER_NAME_MAX } from '@ninesixteen/shared/slide/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { Eye, EyeOff, GripVertical, Lock, LockOpen } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { IconButton } from '../../../components/icon-button.tsx'
import { LayerPreview } from './layer-preview.tsx'
import { describeLayer } from './layers.ts'
import styles from './layers-tab.module.css'

export interface LayerRowProps {
  slide: Slide
  entry: SlideBox
  selected: boolean
  /** The one row in the tab order. */
  active: boolean
  renaming: boolean
  hint: string
  /** Where the dragged layer would be dropped. */
  drop: 'above' | 'below' | null
  dragged: boolean
  onPress(event: PointerEvent): void
  onClick(event: MouseEvent): void
  onFocus(): void
  onKeyDown(event: KeyboardEvent): void
  onRename(name: string | null): void
  onLock(): void
  onHide(): void
}

/** One layer: its preview, name and text, and buttons that lock and hide it. */
export function LayerRow(props: LayerRowProps) {
  const { slide, entry, selected, active, renaming, hint, drop, dragged } = props
  const { title, detail } = describeLayer(slide, entry)
  const [isLocked, isHidden] = [entry.box.locked === true, entry.box.hidden === true]
  return (
    <li
      className={styles.layer}
      data-layer={entry.ref}
      data-selected={selected || undefined}
      data-hidden={isHidden || undefined}
      data-drop={drop ?? undefined}
      data-dragged={dragged || undefined}
      onFocus={props.onFocus}
    >
      {renaming ? (
        <div className={styles.main}>
          <LayerPreview slide={slide} entry={entry} />
          <NameField name={entry.box.name ?? title} onEnd={props.onRename} />
        </div>
      ) : (
        <button
          type="button"
          className={styles.main}
          data-row
          tabIndex={active ? 0 : -1}
          aria-pressed={selected}
          aria-describedby={hint}
          onPointerDown={props.onPress}
          onClick={props.onClick}
          onKeyDown={props.onKeyDown}
        >
          <span className={styles.grip} data-grip aria-hidden="true">
            <GripVertical />
            <LayerPreview slide={slide} entry={entry} />
          </span>
          <span className={styles.words}>
            <span>{title}</span>
            {detail !== '' && <span className={styles.detail}>{detail}</span>}
          </span>
        </button>
      )}
      <IconButton
        size="small"
        className={styles.toggle}
        tabIndex={active ? 0 : -1}
        label={`Lock ${title}`}
        hint={isLocked ? 'Unlock' : 'Lock'}
        icon={isLocked ? <Lock aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
        pressed={isLocked}
        onClick={props.onLock}
      />
      <IconButton
        size="small"
        className={styles.toggle}
        tabIndex={active ? 0 : -1}
        label={`Hide ${title}`}
        hint={isHidden ? 'Show' : 'Hide'}
        icon={isHidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        pressed={isHidden}
        onClick={props.onHide}
      />
    </li>
  )
}

/** Renames a layer: Enter keeps the name, Escape discards it. */
function NameField({ name, onEnd }: { name: string; onEnd(name: string | null): void }) {
  const field = useRef<HTMLInputElement>(null)
  const hasEnded = useRef(false)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const end = (typed: string | null): void => {
    if (hasEnded.current) return
    hasEnded.current = true
    onEnd(typed)
  }
  return (
    <input
      ref={field}
      className={styles.field}
      aria-label="Layer name"
      defaultValue={name.slice(0, LAYER_NAME_MAX)}
      maxLength={LAYER_NAME_MAX}
      autoComplete="off"
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        end(event.key === 'Enter' ? event.currentTarget.value : null)
      }}
    />
  )
}
