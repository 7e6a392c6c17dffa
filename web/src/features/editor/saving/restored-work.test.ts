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
  if (!restored) throw new Error('no work was restored')
  return { store, restored, texts: () => store.doc().slides[0]?.textBoxes.map((box) => box.text) }
}

it('keeps later edits when it is discarded', () => {
  const { store, restored, texts } = open()
  store.perform(write('b', 'newer b'))
  store.perform(write('c', 'newer c'))
  restored.discard()
  expect(texts()).toEqual(['first a', 'newer b', 'newer c'])
})

it('is restored by one undo after it is discarded', () => {
  const { store, restored, texts } = open()
  store.perform(write('c', 'newer c'))
  restored.discard()
  store.undo()
  expect(texts()).toEqual(['kept a', 'kept b', 'newer c'])
})

it('is null when the server has it already', () => {
  expect(
    restoredWork(
      createEditorStore(saved, () => undefined),
      structuredClone(saved),
    ),
  ).toBeNull()
})
