import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { MAX_BOXES, type Shape } from '@ninesixteen/shared/slide/limits'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { Boxes } from '@ninesixteen/shared/slide/edit-boxes'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { newPageNumber, newShapeBox, newTextBox, placeNew, placeNewText, refsOf } from '@ninesixteen/shared/slide/new-box'
import { useQuery } from '@tanstack/react-query'
import { AtSign, Circle, MessageSquare, Minus, MoveRight, Square, Type } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { orpc } from '../../../api/client.ts'
import { newUuid } from '../../../api/new-id.ts'
import { Button } from '../../../components/button.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import { useEditorSession } from '../document/session-context.ts'
import type { EditorStore } from '../document/editor-store.ts'
import styles from './design-panel.module.css'
import elements from './elements-tab.module.css'
import { GlyphPicker } from './glyph-picker.tsx'

const SHAPES = [
  { shape: 'rectangle', label: 'Rectangle', icon: Square },
  { shape: 'ellipse', label: 'Ellipse', icon: Circle },
  { shape: 'bubble', label: 'Speech bubble', icon: MessageSquare },
  { shape: 'line', label: 'Line', icon: Minus },
  { shape: 'arrow', label: 'Arrow', icon: MoveRight },
] as const satisfies readonly { shape: Shape; label: string; icon: LucideIcon }[]

/** Adds boxes to the shown slide, selects them and says so. */
function addToSlide({ store }: { store: EditorStore }, boxes: Boxes, { name, isOnTop = false }: { name: string; isOnTop?: boolean }): void {
  const slideId = store.slide().id
  const refs = refsOf(boxes)
  const raise: Edit[] = isOnTop ? [{ type: 'order-boxes', slideId, refs, to: 'front' }] : []
  if (store.performAll([{ type: 'add-boxes', slideId, ...boxes, format: MAIN_FORMAT }, ...raise], { selection: refs }))
    store.announce(`${name} added`)
  else store.announce(`A slide holds up to ${MAX_BOXES} elements of a kind`)
}

/** Adds a box to every slide that has none like it, as one undo step. */
function addToAll({ store }: { store: EditorStore }, hasOne: (slide: Slide) => boolean, boxes: () => Boxes): void {
  const slides = store.doc().slides.filter((slide) => !hasOne(slide))
  const edits = slides.map((slide): Edit => ({ type: 'add-boxes', slideId: slide.id, ...boxes(), format: MAIN_FORMAT }))
  if (edits.length > 0 && store.performAll(edits)) store.announce(`Added to ${edits.length} slides`)
  else store.announce('Every slide has it already')
}

const hasPageNumber = (slide: Slide): boolean => slide.textBoxes.some(({ pageNumber }) => pageNumber)
const hasProgress = (slide: Slide): boolean => (slide.shapeBoxes ?? []).some(({ shape }) => shape === 'progress')

/** Shapes, numbers, handles, emoji and icons that a click puts on the slide. */
export function ElementsTab() {
  const session = useEditorSession()
  const { store } = session
  const addShape = (shape: Shape, label: string): void => {
    addToSlide(session, { shapeBoxes: [placeNew(store.storedSlide(), newShapeBox(newUuid(), shape))] }, { name: label })
  }
  const addGlyph = (shape: 'emoji' | 'icon', glyph: string, label: string): void => {
    addToSlide(
      session,
      { shapeBoxes: [placeNew(store.storedSlide(), newShapeBox(newUuid(), shape, { glyph }))] },
      { name: label, isOnTop: true },
    )
  }
  return (
    <div className={styles.sections}>
      <section className={styles.section} aria-label="Shapes">
        <h3 className={elements.heading}>Shapes</h3>
        <div className={elements.tiles}>
          <Tile
            label="Text"
            icon={Type}
            onClick={() => addToSlide(session, { textBoxes: [placeNewText(store.storedSlide(), newTextBox(newUuid()))] }, { name: 'Text' })}
          />
          {SHAPES.map(({ shape, label, icon }) => (
            <Tile key={shape} label={label} icon={icon} onClick={() => addShape(shape, label)} />
          ))}
        </div>
        <ActionButton action="addImage" words size="small" />
      </section>
      <section className={styles.section} aria-label="On all slides">
        <h3 className={elements.heading}>On all slides</h3>
        <div className={styles.pair}>
          <Button size="small" onClick={() => addToAll(session, hasPageNumber, () => ({ textBoxes: [newPageNumber(newUuid())] }))}>
            Page number
          </Button>
          <Button
            size="small"
            onClick={() => addToAll(session, hasProgress, () => ({ shapeBoxes: [newShapeBox(newUuid(), 'progress', { y: 24 })] }))}
          >
            Progress dots
          </Button>
        </div>
      </section>
      <Handles
        onAdd={(handle) =>
          addToSlide(
            session,
            { textBoxes: [placeNewText(store.storedSlide(), { ...newTextBox(newUuid()), text: handle, height: 30 })] },
            { name: handle },
          )
        }
      />
      <GlyphPicker onPick={addGlyph} />
    </div>
  )
}

function Tile({ label, icon: Icon, onClick }: { label: string; icon: LucideIcon; onClick(): void }) {
  return (
    <button type="button" className={elements.tile} onClick={onClick}>
      <Icon aria-hidden="true" />
      {label}
    </button>
  )
}

/** Names of the connected accounts. */
function Handles({ onAdd }: { onAdd(handle: string): void }) {
  const { data = [] } = useQuery(orpc.accounts.list.queryOptions())
  const handles = [...new Set(data.map(({ username }) => `@${username}`))]
  if (handles.length === 0) return null
  return (
    <section className={styles.section} aria-label="Profile handles">
      <h3 className={elements.heading}>Profile handles</h3>
      <div className={elements.handles}>
        {handles.map((handle) => (
          <Button key={handle} size="small" icon={<AtSign aria-hidden="true" />} onClick={() => onAdd(handle)}>
            {handle.slice(1)}
          </Button>
        ))}
      </div>
    </section>
  )
}
