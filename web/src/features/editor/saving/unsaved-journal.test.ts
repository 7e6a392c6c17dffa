import { applyEdit, type SlideDocument } from '@ninesixteen/shared/slide/edit'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { describe, expect, it } from 'vitest'
import { createEditorStore } from '../document/editor-store.ts'
import type { UnsavedWork } from './journal.ts'
import { createOlderWork, restoredWork } from './unsaved-journal.ts'

const stored: SlideDocument = {
  title: 'tips',
  slides: [
    slideSchema.parse({
      id: 's',
      textBoxes: [
        { id: 'a', text: 'one' },
        { id: 'b', text: 'two' },
      ],
    }),
  ],
}
const write = (doc: SlideDocument, boxId: string, text: string) => applyEdit(doc, { type: 'set-text', slideId: 's', boxId, text })
const unsavedWork = (key: string, doc: SlideDocument): UnsavedWork => ({
  key,
  entry: { base: { version: 1, doc: stored }, doc, unanswered: null, keptAt: 1 },
})

function open(doc: SlideDocument, left: UnsavedWork[]) {
  const removed: string[] = []
  const store = createEditorStore(doc, () => undefined)
  const older = createOlderWork(left, { store, journal: { remove: (key) => Promise.resolve(void removed.push(key)) } })
  const texts = () => store.doc().slides[0]?.textBoxes.map((box) => box.text)
  return { store, older, removed, texts, offered: () => older.state.getState().map((work) => work.key) }
}

describe('unsaved work of several closed tabs', () => {
  it('is offered newest first, without entries that are already saved', () => {
    const left = [
      unsavedWork('saved', stored),
      unsavedWork('first', write(stored, 'a', 'one of the first')),
      unsavedWork('second', write(stored, 'b', 'x')),
    ]
    const { offered, removed } = open(stored, left)
    expect(offered()).toEqual(['second', 'first'])
    expect(removed).toEqual(['saved'])
  })

  it('is merged into the open document as one undo step', () => {
    const work = unsavedWork('first', write(stored, 'a', 'of another page'))
    const { store, older, removed, texts, offered } = open(write(stored, 'b', 'of this page'), [work])
    older.restore(work)
    expect(texts()).toEqual(['of another page', 'of this page'])
    expect(offered()).toEqual([])
    expect(removed).toEqual(['first'])
    store.undo()
    expect(texts()).toEqual(['one', 'of this page'])
  })

  it('leaves no trace when it is discarded', () => {
    const work = unsavedWork('first', write(stored, 'a', 'of another page'))
    const { older, removed, texts } = open(stored, [work])
    older.discard(work)
    expect(texts()).toEqual(['one', 'two'])
    expect(removed).toEqual(['first'])
  })
})

const boxes = ['a', 'b', 'c'].map((id) => ({ id, text: `first ${id}` }))
const saved: SlideDocument = { title: 'tips', slides: [slideSchema.parse({ id: 's', textBoxes: boxes })] }
const writing = (boxId: string, text: string) => ({ type: 'set-text', slideId: 's', boxId, text }) as const

function openRestored() {
  const store = createEditorStore(saved, () => undefined)
  store.replace(applyEdit(applyEdit(saved, writing('a', 'kept a')), writing('b', 'kept b')), 'restore')
  const restored = restoredWork(store, saved)
  if (!restored) throw new Error('no work was restored')
  return { store, restored, texts: () => store.doc().slides[0]?.textBoxes.map((box) => box.text) }
}

it('restored work keeps later edits when it is discarded', () => {
  const { store, restored, texts } = openRestored()
  store.perform(writing('b', 'newer b'))
  store.perform(writing('c', 'newer c'))
  restored.discard()
  expect(texts()).toEqual(['first a', 'newer b', 'newer c'])
})

it('restored work is restored by one undo after it is discarded', () => {
  const { store, restored, texts } = openRestored()
  store.perform(writing('c', 'newer c'))
  restored.discard()
  store.undo()
  expect(texts()).toEqual(['kept a', 'kept b', 'newer c'])
})

it('restored work is null when the server has it already', () => {
  expect(
    restoredWork(
      createEditorStore(saved, () => undefined),
      structuredClone(saved),
    ),
  ).toBeNull()
})
