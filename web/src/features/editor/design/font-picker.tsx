import { Check, ChevronRight, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { facePreviewUrl } from '../../../painter/face-previews.ts'
import styles from './font-picker.module.css'
import { isUploadedFont } from '@ninesixteen/shared/slide/fonts'
import { FontName } from '../../../components/font-name.tsx'
import { nameOfUpload } from '../../../app/font-names.ts'
import { useUploadedFonts } from '../../../app/uploaded-fonts.ts'
import { nameOfFont, searchFonts, type Face, type FontChoice } from './search-fonts.ts'

export interface FontPickerProps {
  value: FontChoice
  isMixed: boolean
  /** Shows a font; further ones replace it until `onKeep` or `onDiscard`. */
  onPreview(font: FontChoice): void
  onKeep(): void
  onDiscard(): void
}

/** A list of typefaces with search. Arrow keys try fonts on the slide, Enter keeps the last one, Escape returns to the first. */
export function FontPicker(props: FontPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const uploads = useUploadedFonts()
  const id = useId()
  const close = (how: 'keep' | 'discard', refocus: boolean): void => {
    if (how === 'keep') props.onKeep()
    else props.onDiscard()
    setOpen(false)
    if (refocus) trigger.current?.focus()
  }
  return (
    <div>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Font: ${props.isMixed ? 'mixed' : nameOfFont(props.value, uploads)}`}
        onClick={() => (isOpen ? close('keep', false) : setOpen(true))}
      >
        {props.isMixed ? 'Mixed' : <FaceName font={props.value} />}
        <ChevronRight aria-hidden="true" />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <FontList {...props} onClose={close} />}
      </div>
    </div>
  )
}

/** The name of a typeface in its own letters. */
function FaceName({ font }: { font: FontChoice }) {
  const uploads = useUploadedFonts()
  if (font !== null && isUploadedFont(font)) return <FontName font={font} name={nameOfUpload(font, uploads)} className={styles.face} />
  return (
    <svg className={styles.face} aria-hidden="true">
      <use href={facePreviewUrl(font ?? 'tiktok-sans')} />
    </svg>
  )
}

interface FontListProps extends FontPickerProps {
  onClose(how: 'keep' | 'discard', refocus: boolean): void
}

function FontList({ value, onPreview, onClose }: FontListProps) {
  const [query, setQuery] = useState('')
  const [active, setActive] = useState<FontChoice>(value)
  const list = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const id = useId()
  const uploads = useUploadedFonts()
  const groups = searchFonts(query, uploads)
  const faces = groups.flatMap((group) => group.faces)
  const optionId = (choice: FontChoice): string => `${id}-${choice ?? 'default'}`

  useEffect(() => search.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${active ?? 'default'}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const show = (face: Face | undefined): void => {
    if (!face) return
    setActive(face.id)
    onPreview(face.id)
  }
  const move = (by: number): void => {
    const at = faces.findIndex((face) => face.id === active)
    show(faces[at < 0 ? 0 : (at + by + faces.length) % faces.length])
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => {
        if (!faces.some((face) => face.id === active)) show(faces[0])
        onClose('keep', true)
      },
      Escape: () => onClose('discard', true),
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) onClose('keep', false)
  }
  return (
    <div className={styles.picker} onBlur={onBlur}>
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <input
          ref={search}
          role="combobox"
          aria-label="Search fonts"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={faces.some((face) => face.id === active) ? optionId(active) : undefined}
          aria-autocomplete="list"
          placeholder="Name or kind"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Fonts" className={styles.list} tabIndex={-1}>
        {groups.map(({ label, faces: found }) => (
          <div key={label} role="group" aria-label={label}>
            <span className={styles.kind} aria-hidden="true">
              {label}
            </span>
            {found.map((face) => (
              <div
                key={face.id ?? 'default'}
                id={optionId(face.id)}
                role="option"
                tabIndex={-1}
                aria-selected={face.id === active}
                className={styles.option}
                // The search keeps the focus and its keys.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => show(face)}
                onKeyDown={onKeyDown}
              >
                <FaceName font={face.id} />
                <span className="visually-hidden">{face.name}</span>
                {face.id === active && <Check aria-hidden="true" />}
              </div>
            ))}
          </div>
        ))}
      </div>
      {faces.length === 0 && <p className={styles.none}>No font found.</p>}
    </div>
  )
}
