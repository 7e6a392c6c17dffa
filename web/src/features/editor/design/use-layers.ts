import { nameLayer, type BoxRef, type SlideBox } from '@ninesixteen/shared/slide/box'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { actions } from '../actions/actions.ts'
import { useActionContext, useEditor, useSlide } from '../document/session-context.ts'
import { dropLayers, listLayers, selectLayer } from './layers.ts'
import type { LayerDrag } from './use-layer-drag.ts'

/** Milliseconds between two clicks that rename. Counted here, because not every browser sends a double-click for two taps. */
const DOUBLE_CLICK = 400

const TOGGLED = {
  locked: { on: 'Locked', off: 'Unlocked' },
  hidden: { on: 'Hidden', off: 'Shown' },
} as const

export interface Layers {
  slide: Slide
  /** From front to back. */
  entries: readonly SlideBox[]
  selection: readonly BoxRef[]
  active: BoxRef | undefined
  renaming: BoxRef | null
  setActive(ref: BoxRef): void
  setRenaming(ref: BoxRef | null): void
  /** All selected layers if this is one of them, else this one. */
  withSelection(ref: BoxRef): readonly BoxRef[]
  move(refs: readonly BoxRef[], to: 'forward' | 'backward'): void
  drop(drag: LayerDrag): void
  click(event: MouseEvent, entry: SlideBox): void
  keyDown(event: KeyboardEvent, entry: SlideBox): void
  rename(entry: SlideBox, name: string | null): void
  toggle(entry: SlideBox, field: 'locked' | 'hidden'): void
}

const rowsOf = (list: Element | null | undefined): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

/** The layers of the shown slide, and what the user does with them. */
export function useLayers(): Layers {
  const context = useActionContext()
  const { store } = context.session
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  const [focused, setActive] = useState<BoxRef | null>(null)
  const [renaming, setRenaming] = useState<BoxRef | null>(null)
  const lastClick = useRef({ ref: '', time: -DOUBLE_CLICK })
  const entries = listLayers(slide)
  const known = (ref: BoxRef | null | undefined): BoxRef | undefined => entries.find((entry) => entry.ref === ref)?.ref
  const active = known(focused) ?? known(selection[0]) ?? entries[0]?.ref
  const withSelection: Layers['withSelection'] = (ref) => (selection.includes(ref) ? selection : [ref])

  /** Moving or replacing a row takes its focus away. */
  const focusRow = (ref: BoxRef): void => {
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-layer="${CSS.escape(ref)}"] [data-row]`)?.focus())
  }
  const announcePlace = (ref: BoxRef): void => {
    const after = listLayers(store.slide())
    const index = after.findIndex((entry) => entry.ref === ref)
    const entry = after[index]
    if (entry) store.announce(`${nameLayer(store.slide(), entry)}, ${index + 1} of ${after.length} from the front`)
  }
  const move: Layers['move'] = (refs, to) => {
    const [first] = refs
    if (first === undefined) return
    if (store.perform({ type: 'order-boxes', slideId: slide.id, refs: [...refs], to })) announcePlace(first)
    else store.announce(to === 'forward' ? 'Already at the front' : 'Already at the back')
  }

  return {
    slide,
    entries,
    selection,
    active,
    renaming,
    setActive,
    setRenaming,
    withSelection,
    move,
    drop({ ref, gap }) {
      const edit = dropLayers(slide, withSelection(ref), gap)
      if (edit && store.perform(edit)) announcePlace(ref)
    },
    click(event, { ref }) {
      const keys = { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey }
      const isSecond = lastClick.current.ref === ref && event.timeStamp - lastClick.current.time <= DOUBLE_CLICK
      // The keyboard presses a button with a click of no count.
      lastClick.current = { ref: event.detail === 0 ? '' : ref, time: event.timeStamp }
      store.select(selectLayer(slide, selection, { ref, ...keys }))
      if (isSecond && !keys.toggle && !keys.range) setRenaming(ref)
    },
    keyDown(event, { ref }) {
      const isUp = event.key === 'ArrowUp'
      if (isUp || event.key === 'ArrowDown') {
        event.preventDefault()
        const rows = rowsOf(event.currentTarget.closest('ol'))
        const index = rows.findIndex((row) => row === event.currentTarget)
        if (event.altKey) {
          move([ref], isUp ? 'forward' : 'backward')
          focusRow(ref)
        } else rows[index + (isUp ? -1 : 1)]?.focus()
      } else if (event.key === 'F2') {
        event.preventDefault()
        setRenaming(ref)
      } else if (event.key === 'Delete' || event.key === 'Backspace') {
        event.preventDefault()
        const index = entries.findIndex((entry) => entry.ref === ref)
        const next = entries[index + 1] ?? entries[index - 1]
        if (!selection.includes(ref)) store.select([ref])
        actions.remove.run(context)
        focusRow(next && !listLayers(store.slide()).some((entry) => entry.ref === ref) ? next.ref : ref)
      }
    },
    rename({ ref, box }, typed) {
      setRenaming(null)
      if (document.activeElement?.closest(`[data-layer="${CSS.escape(ref)}"]`)) focusRow(ref)
      const name = typed?.trim() ?? ''
      if (typed === null || name === (box.name ?? '')) return
      if (store.perform({ type: 'style-boxes', slideId: slide.id, refs: [ref], style: { name: name === '' ? null : name } }))
        store.announce('Renamed')
    },
    toggle({ ref, box }, field) {
      const isOn = box[field] !== true
      const refs = [...withSelection(ref)]
      if (store.perform({ type: 'style-boxes', slideId: slide.id, refs, style: { [field]: isOn } }))
        store.announce(TOGGLED[field][isOn ? 'on' : 'off'])
    },
  }
}
