import { slideSchema } from '@ninesixteen/shared/slide/model'
import { beforeEach, expect, it } from 'vitest'
import { useToastQueue } from '../../../components/toast.tsx'
import { createEditorStore } from '../document/editor-store.ts'
import { deleteSlides, duplicateSlides, moveSlidesTo } from './slides-together.ts'

function open() {
  const slides = ['a', 'b', 'c', 'd'].map((id) => slideSchema.parse({ id, title: id }))
  const store = createEditorStore({ title: 'open', slides }, () => undefined)
  const project = { id: 'p', companyId: null, contentType: 'numbered-list' as const, contentStyle: 'educational' as const, topic: '' }
  const titles = () =>
    store
      .doc()
      .slides.map(({ title }) => title)
      .join(' ')
  return { session: { store, project }, store, titles, said: () => store.getState().announcement.text }
}

beforeEach(() => useToastQueue.setState({ waiting: [] }))

it('slides are moved, duplicated and deleted together, each as one undo step', () => {
  const { session, store, titles, said } = open()
  moveSlidesTo(session, ['d', 'b'], 0)
  expect([titles(), said()]).toEqual(['b d a c', '2 slides moved to position 1'])
  expect(duplicateSlides(session, ['d', 'b'])).toHaveLength(2)
  expect([titles(), said()]).toEqual(['b d b d a c', '2 slides duplicated'])
  expect(store.slide().title).toBe('b')
  expect(deleteSlides(session, ['b', 'd', 'a'])).toBe(true)
  expect([titles(), said()]).toEqual(['b d c', '3 slides deleted'])
  for (const expected of ['b d b d a c', 'b d a c', 'a b c d']) {
    store.undo()
    expect(titles()).toBe(expected)
  }
})

it('the shown slide stays shown unless it is deleted', () => {
  const { session, store } = open()
  store.showSlide('c')
  deleteSlides(session, ['a'])
  expect(store.slide().id).toBe('c')
  deleteSlides(session, ['c', 'd'])
  expect(store.slide().id).toBe('b')
})

it('refuses to delete all slides, and notifies the user', () => {
  const { session, titles } = open()
  expect(deleteSlides(session, ['a', 'b', 'c', 'd'])).toBe(false)
  expect(titles()).toBe('a b c d')
  expect(useToastQueue.getState().waiting[0]?.message).toBe('A slideshow needs at least one slide. Nothing was deleted.')
})
