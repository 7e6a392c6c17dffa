import { slideSchema } from '@ninesixteen/shared/slide/model'
import { beforeEach, expect, it } from 'vitest'
import { useToastQueue } from '../../../components/toast.tsx'
import { createEditorStore } from './editor-store.ts'
import { lockedSelection, refuseLocked } from './locked.ts'

const messages = (): string[] => useToastQueue.getState().waiting.map(({ message }) => message)

function openSlide() {
  const textBoxes = [{ id: 'a', locked: true }, { id: 'b', locked: true }, { id: 'c' }]
  return createEditorStore({ title: 'tips', slides: [slideSchema.parse({ id: 's', textBoxes })] }, () => undefined)
}

beforeEach(() => useToastQueue.setState({ waiting: [] }))

it('says how to move or delete locked boxes', () => {
  const store = openSlide()
  store.select(['a'])
  expect(refuseLocked(store, 'move')).toBe(true)
  store.select(['a', 'b'])
  expect(refuseLocked(store, 'delete')).toBe(true)
  expect(messages()).toEqual(['Unlock this layer to move it.', 'Unlock these layers to delete them.'])
})

it('leaves selections alone in which a box is not locked', () => {
  const store = openSlide()
  expect(refuseLocked(store, 'move')).toBe(false)
  store.select(['a', 'c'])
  expect(refuseLocked(store, 'move')).toBe(false)
  expect(lockedSelection(store)).toEqual({ count: 1, isAll: false })
  expect(messages()).toEqual([])
})
