import { moveSlides } from '@ninesixteen/shared/slide/edit-slides'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { deleteSlides, duplicateSlides, moveSlidesTo, nameCount } from '../actions/slides-together.ts'
import { useEditor, useEditorSession, useShownSlides, useSlide } from '../document/session-context.ts'
import { focusStage } from '../keyboard/use-keyboard.ts'
import { columnsOf, placeOfGap, selectIn, stepOfKey, type SelectHow } from './grid-model.ts'
import { cellsOf, useGridDrag, type GridDrag } from './use-grid-drag.ts'

/** Slides picked up by keyboard, and the place of the first of them. */
interface Lifted {
  ids: readonly string[]
  to: number
}

export interface SlideGridState {
  /** In the order in which they are shown: slides picked up by keyboard are at their new place. */
  slides: readonly Slide[]
  current: string
  selected: readonly string[]
  /** Slides that are being moved. */
  moving: readonly string[]
  /** The slide that Tab reaches. */
  focused: string
  drag: GridDrag | null
  select(id: string, how: SelectHow): void
  selectMany(ids: readonly string[]): void
  /** Selects new slides. */
  showCopies(ids: readonly string[]): void
  /** Returns to the stage, with this slide. */
  open(id: string): void
  onKeyDown(event: KeyboardEvent): void
  onFocus(id: string): void
}

const NOTHING: readonly string[] = []

/** State and keys of the grid. Space picks up the selection with the focused slide, else that alone; other keys change the selection or, without any, the focused slide. */
export function useSlideGrid(list: RefObject<HTMLElement | null>, ghost: RefObject<HTMLElement | null>): SlideGridState {
  const session = useEditorSession()
  const { store } = session
  const present = useShownSlides()
  const current = useSlide().id
  const chosen = useEditor((state) => state.grid?.selected ?? NOTHING)
  const selected = useMemo(() => present.map(({ id }) => id).filter((id) => chosen.includes(id)), [present, chosen])
  const anchor = useRef<string | null>(null)
  const [wanted, setFocused] = useState(current)
  const focused = present.some(({ id }) => id === wanted) ? wanted : current
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const slides = lifted ? moveSlides(present, lifted.ids, lifted.to) : present

  const selectMany = (ids: readonly string[]): void => store.setState({ grid: { selected: ids } })
  const together = (id: string): readonly string[] => (selected.includes(id) ? selected : [id])
  const chosenOrFocused = (): readonly string[] => (selected.length > 0 ? selected : [focused])
  const showCopies = (ids: readonly string[]): void => {
    const [first] = ids
    if (first === undefined) return
    selectMany(ids)
    setFocused(first)
  }
  const select = (id: string, how: SelectHow): void => {
    setLifted(null)
    const next = selectIn(
      present.map((slide) => slide.id),
      { selected, anchor: anchor.current },
      { id, how },
    )
    anchor.current = next.anchor
    selectMany(next.selected)
    setFocused(id)
    if (how !== 'only') store.announce(next.selected.length === 0 ? 'No slide selected' : `${nameCount(next.selected.length)} selected`)
  }
  const open = (id: string): void => {
    store.showSlide(id)
    store.setState({ grid: null })
    focusStage(document.body, undefined)
  }

  const drag = useGridDrag({
    list,
    ghost,
    onDrop: ({ id, gap }) => {
      const ids = together(id)
      setFocused(id)
      selectMany(ids)
      const order = present.map((slide) => slide.id)
      moveSlidesTo(session, ids, placeOfGap(order, ids, gap))
    },
  })
  const moving = lifted?.ids ?? (drag ? together(drag.id) : NOTHING)

  useFocusedTile(list, focused, slides)

  const lift = (): void => {
    const ids = together(focused)
    const to = present.findIndex(({ id }) => ids.includes(id))
    setLifted({ ids, to })
    selectMany(ids)
    store.announce(
      `${nameCount(ids.length)} picked up at position ${to + 1} of ${present.length}. Arrow keys move, Space drops, Escape cancels.`,
    )
  }
  const moveLifted = ({ ids }: Lifted, to: number): void => {
    const place = Math.max(0, Math.min(present.length - ids.length, to))
    setLifted({ ids, to: place })
    store.announce(`Position ${place + 1} of ${present.length}`)
  }
  const drop = ({ ids, to }: Lifted): void => {
    setLifted(null)
    if (moveSlides(present, ids, to) === present) store.announce('Dropped at the same position')
    else moveSlidesTo(session, ids, to)
  }
  const step = (event: KeyboardEvent, index: number): number | null => {
    const columns = columnsOf(list.current ? cellsOf(list.current) : [])
    return stepOfKey(event.key, { columns, index, count: present.length })
  }

  const keysWhileLifted = (event: KeyboardEvent, held: Lifted): boolean => {
    const by = step(event, held.to)
    if (by !== null) moveLifted(held, held.to + by)
    else if (event.key === ' ' || event.key === 'Enter' || event.key === 'Tab') drop(held)
    else if (event.key === 'Escape') {
      setLifted(null)
      store.announce('Move cancelled')
    }
    return event.key !== 'Tab'
  }
  const keys = (event: KeyboardEvent): boolean => {
    const isMod = event.ctrlKey || event.metaKey
    const index = present.findIndex(({ id }) => id === focused)
    const by = isMod ? null : step(event, index)
    if (by !== null) {
      const next = present[Math.max(0, Math.min(present.length - 1, index + by))]
      if (!next) return false
      if (event.shiftKey) {
        anchor.current ??= focused
        select(next.id, 'range')
      } else setFocused(next.id)
      return true
    }
    const commands: Partial<Record<string, () => void>> = isMod
      ? {
          a: () => selectMany(present.map(({ id }) => id)),
          d: () => showCopies(duplicateSlides(session, chosenOrFocused())),
          ' ': () => select(focused, 'toggle'),
        }
      : {
          ' ': () => (event.shiftKey ? select(focused, 'toggle') : lift()),
          x: () => select(focused, 'toggle'),
          Enter: () => open(focused),
          Delete: () => void deleteSlides(session, chosenOrFocused()),
          Backspace: () => void deleteSlides(session, chosenOrFocused()),
        }
    const command = commands[event.key]
    command?.()
    return command !== undefined
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const onTile = event.target instanceof Element && event.target.closest('[data-tile]') !== null
    if (onTile && (lifted ? keysWhileLifted(event, lifted) : keys(event))) event.preventDefault()
    else if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault()
      open(current)
    }
  }
  return { slides, current, selected, moving, focused, drag, select, selectMany, showCopies, open, onKeyDown, onFocus: setFocused }
}

/** Keeps the keyboard focus on the focused slide: also when it moves, and when the one before it was deleted. */
function useFocusedTile(list: RefObject<HTMLElement | null>, focused: string, slides: readonly Slide[]): void {
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const { activeElement } = document
    const isHere = list.current?.contains(activeElement) ?? false
    // A deleted or moved element leaves the focus to the body.
    if (!isFirst.current && !isHere && activeElement !== document.body) return
    if (activeElement instanceof HTMLInputElement) return
    const tile = list.current?.querySelector<HTMLElement>(`[data-slide="${CSS.escape(focused)}"] [data-tile]`)
    tile?.focus({ preventScroll: isFirst.current })
    if (isFirst.current) tile?.scrollIntoView({ block: 'nearest' })
  }, [list, focused, slides])
  useEffect(() => {
    isFirst.current = false
  }, [])
}
