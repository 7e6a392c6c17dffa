import { MAP_CELLS, MAP_COLUMNS, MAP_ROWS, type PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { afterEach, describe, expect, test } from 'vitest'
import { useToastQueue } from '../../../components/toast.tsx'
import { createEditorStore } from '../document/editor-store.ts'
import { dressInDocument } from './dress-in-document.ts'
import { changePhoto, refusalOf, tidySlide, type PlacingDeps } from './place-texts.ts'

/** Calm at the top or at the bottom only. */
function calmAt(side: 'top' | 'bottom'): PhotoMap {
  const isBusy = (cell: number): boolean => Math.floor(cell / MAP_COLUMNS) < MAP_ROWS / 2 !== (side === 'top')
  return {
    busy: Uint8Array.from({ length: MAP_CELLS }, (_, cell) => (isBusy(cell) ? 200 : 10)),
    light: new Uint8Array(MAP_CELLS).fill(60),
    subject: null,
    ratio: 9 / 16,
  }
}

const MAPS: Record<string, PhotoMap> = { 'user/low.jpg': calmAt('bottom'), 'user/high.jpg': calmAt('top') }
const BARE = slideSchema.parse({ id: 's1', textBoxes: [{ id: 'a', text: 'slow mornings are a skill' }], backgroundImage: 'user/low.jpg' })

function opened(slide: Slide) {
  const rest = slideSchema.parse({ id: 's2' })
  const store = createEditorStore({ title: 'tips', slides: [slide, rest] }, () => undefined)
  const deps: PlacingDeps = { store, brand: async () => null, mapOf: async (path) => MAPS[path] ?? null }
  return { store, deps, top: () => store.storedSlide().textBoxes[0]?.y ?? 0 }
}

const dressed = dressInDocument(BARE, { look: 'bold', slides: [BARE, BARE], map: calmAt('bottom'), brand: null })

afterEach(() => useToastQueue.setState({ waiting: [] }))

describe('a new photo', () => {
  test('has the texts where it is calm, and one undo step takes both back', async () => {
    const { store, deps, top } = opened(dressed)
    const before = top()
    expect(before).toBeGreaterThan(200)
    await changePhoto(deps, 's1', 'user/high.jpg')
    expect(store.storedSlide().backgroundImage).toBe('user/high.jpg')
    expect(top()).toBeLessThan(100)
    store.undo()
    expect(store.storedSlide()).toEqual(dressed)
    store.undo()
    expect(store.storedSlide()).toEqual(dressed)
  })

  test('asks before texts move that the user moved', async () => {
    const { store, deps, top } = opened(dressed)
    store.perform({ type: 'move-boxes', slideId: 's1', refs: ['a'], dx: 0, dy: -40 })
    const own = top()
    await changePhoto(deps, 's1', 'user/high.jpg')
    expect(top()).toBe(own)
    const [toast] = useToastQueue.getState().waiting
    expect(toast?.message).toBe('Place the texts for the new photo?')
    expect(toast?.options.action).toMatchObject({ label: 'Place texts' })
  })

  test('leaves the texts of a slide without a look, without asking', async () => {
    const { store, deps } = opened(BARE)
    await changePhoto(deps, 's1', 'user/high.jpg')
    expect(store.storedSlide()).toEqual({ ...BARE, backgroundImage: 'user/high.jpg' })
    expect(useToastQueue.getState().waiting).toEqual([])
  })
})

describe('Tidy this slide', () => {
  test('places moved texts by the look again, in one undo step', async () => {
    const { store, deps } = opened(dressed)
    store.perform({ type: 'move-boxes', slideId: 's1', refs: ['a'], dx: 10, dy: -40 })
    const moved = store.storedSlide()
    await tidySlide(deps, 's1')
    expect(store.storedSlide()).toEqual(dressed)
    store.undo()
    expect(store.storedSlide()).toEqual(moved)
  })

  test('takes back what was placed by hand in the shown format', async () => {
    const { store, deps } = opened(dressed)
    store.showFormat('1:1')
    const before = store.slide()
    store.perform({ type: 'move-boxes', slideId: 's1', refs: ['a'], dx: 10, dy: 10 })
    expect(store.slide()).not.toEqual(before)
    await tidySlide(deps, 's1')
    expect(store.slide()).toEqual(before)
  })

  test('needs a look', () => {
    expect(refusalOf(dressed)).toBeNull()
    expect(refusalOf(BARE)).toMatch(/no look/)
    expect(refusalOf({ ...dressed, look: { id: 'newer', layouts: {} } })).toMatch(/no look/)
  })
})
