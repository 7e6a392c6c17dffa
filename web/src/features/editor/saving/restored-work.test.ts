import { applyEdit } from '@ninesixteen/shared/slide/edit'
import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { expect, it } from 'vitest'
import { createEditorStore } from '../document/editor-store.ts'
import { restoredWork } from './restored-work.ts'

const boxes = ['a', 'b', 'c'].map((id) => ({ id, text: `first ${id}` }))
const saved: SlideDocument = { title: 'tips', slides: [slideSchema.parse({ id: 's', textBoxes: boxes })] }
const write = (boxId: string, text: string) => ({ type: 'set-text', slideId: 's', boxId, text }) as const

function open() {
  const store = createEditorStore(saved, () => undefined)
  store.replace(applyEdit(applyEdit(saved, write('a', 'kept a')), write('b', 'kept b')), 'restore')
  const restored = restoredWork(store, saved)
  if (!restored) throw new Error('nothing was restored')
  return { store, restored, texts: () => store.doc().slides[0]?.textBoxes.map((box) => box.text) }
}

it('is discarded without what was done on top of it', () => {
  const { store, restored, texts } = open()
  store.perform(write('b', 'newer b'))
  store.perform(write('c', 'newer c'))
  restored.discard()
  expect(texts()).toEqual(['first a', 'newer b', 'newer c'])
})

it('comes back with one undo', () => {
  const { store, restored, texts } = open()
  store.perform(write('c', 'newer c'))
  restored.discard()
  store.undo()
  expect(texts()).toEqual(['kept a', 'kept b', 'newer c'])
})

it('is nothing where the server has it already', () => {
  expect(
    restoredWork(
      createEditorStore(saved, () => undefined),
      structuredClone(saved),
    ),
  ).toBeNull()
})
