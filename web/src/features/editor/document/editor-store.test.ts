import { findBox } from '@ninesixteen/shared/slide/box'
import { applyEdit } from '@ninesixteen/shared/slide/edit'
import type { Edit, SlideDocument } from '@ninesixteen/shared/slide/edit'
import { HISTORY_LIMIT } from '@ninesixteen/shared/slide/history'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import { arbitraryEdit, sampleDocument } from '@ninesixteen/shared/slide/testing/arbitrary-edits'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEditorStore } from './editor-store.ts'
import type { EditorStore } from './editor-store.ts'

type Doing =
  | { do: 'edit'; edit: Edit; gesture: string | null }
  | { do: 'edit at once'; edits: Edit[] }
  | { do: 'select'; refs: string[] }
  | { do: 'show'; slideId: string }
  | { do: 'others save'; brightness: number }
  | { do: 'end gesture' | 'undo' | 'redo' }

const doing: fc.Arbitrary<Doing> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('edit' as const), edit: arbitraryEdit, gesture: fc.constantFrom(null, 'a', 'b') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit at once' as const), edits: fc.array(arbitraryEdit, { maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('select' as const), refs: fc.subarray(['b1', 'b2', 'i1']) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('show' as const), slideId: fc.constantFrom('s1', 's2', 's3', 's4') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('others save' as const), brightness: fc.integer({ min: -10, max: 10 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('end gesture' as const, 'undo' as const, 'redo' as const) }) },
)

/** The reference model of undo: stacks of past and future documents. */
function modelOfHistory(first: SlideDocument) {
  let past: SlideDocument[] = []
  let present = first
  let future: SlideDocument[] = []
  let gesture: string | null = null
  const stepTo = (next: SlideDocument): void => {
    past = [...past, present].slice(-HISTORY_LIMIT)
    present = next
    gesture = null
  }
  return {
    past: () => past,
    present: () => present,
    endGesture: () => (gesture = null),
    edit(edits: Edit[], of: string | null) {
      const next = edits.reduce(applyEdit, present)
      if (next === present) return
      if (of !== null && of === gesture) present = next
      else stepTo(next)
      future = []
      gesture = of
    },
    rebase(change: (doc: SlideDocument) => SlideDocument) {
      past = past.map(change)
      present = change(present)
      future = future.map(change)
    },
    undo() {
      const before = past.at(-1)
      if (before === undefined) return
      future = [present, ...future]
      past = past.slice(0, -1)
      present = before
      gesture = null
    },
    redo() {
      const [next, ...rest] = future
      if (next === undefined) return
      stepTo(next)
      future = rest
    },
  }
}

function act(store: EditorStore, model: ReturnType<typeof modelOfHistory>, step: Doing): void {
  const { selection } = store.getState().history.present
  switch (step.do) {
    case 'edit':
      store.perform(step.edit, step.gesture === null ? {} : { gesture: step.gesture })
      return model.edit([step.edit], step.gesture)
    case 'edit at once':
      store.performAll(step.edits)
      return model.edit(step.edits, null)
    case 'select': {
      const refs = step.refs.filter((ref) => findBox(store.slide(), ref))
      if (selection.join() !== refs.join()) model.endGesture()
      return store.select(refs)
    }
    case 'show':
      if (store.slide().id !== step.slideId) model.endGesture()
      return store.showSlide(step.slideId)
    case 'others save': {
      const change = (doc: SlideDocument) => applyEdit(doc, { type: 'set-levels', slideIds: ['s1', 's2'], brightness: step.brightness })
      store.rebase(change)
      return model.rebase(change)
    }
    case 'end gesture':
      store.endGesture()
      model.endGesture()
      return
    default:
      store[step.do]()
      model[step.do]()
  }
}

it('undo and redo walk through all edits, whatever is selected, shown or saved by others in between', () => {
  fc.assert(
    fc.property(fc.array(doing, { maxLength: 45, size: 'max' }), (steps) => {
      const store = createEditorStore(sampleDocument(), () => undefined)
      const model = modelOfHistory(store.doc())
      const expectSame = (): void => {
        const { present, past } = store.getState().history
        expect(sameData(store.doc(), model.present())).toBe(true)
        expect(past.length).toBe(model.past().length)
        expect(present.slideId).toBe(store.slide().id)
        expect(present.selection.filter((ref) => !findBox(store.slide(), ref))).toEqual([])
      }
      for (const step of steps) {
        act(store, model, step)
        if (step.do === 'undo' || step.do === 'redo') expectSame()
      }
      expectSame()
      const end = store.doc()
      const [start = end] = model.past()
      for (let count = 0; count < HISTORY_LIMIT; count += 1) act(store, model, { do: 'undo' })
      expectSame()
      expect(sameData(store.doc(), start)).toBe(true)
      const behind = model.past().length
      expect(behind).toBe(0)
      for (let count = 0; count < HISTORY_LIMIT * 2; count += 1) act(store, model, { do: 'redo' })
      expectSame()
    }),
    { numRuns: 400 },
  )
})
