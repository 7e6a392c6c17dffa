import { MAX_SLIDES, slideSchema, slidesSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { beforeEach, expect, it, vi } from 'vitest'
import { sessionGate } from '../../../api/session-gate.ts'
import { useToastQueue } from '../../../components/toast.tsx'
import { createEditorStore } from '../document/editor-store.ts'
import type { EditorSession } from '../document/session.ts'
import { pasteSlides } from './paste.ts'

const slideOf = (id: string, rest: object = {}): Slide => slideSchema.parse({ id, textBoxes: [{ id: 'a', text: id }], ...rest })
const clipped = (...slides: Slide[]): string => JSON.stringify({ slides })

function openWith(count: number, contentType: EditorSession['project']['contentType'] = 'numbered-list') {
  const slides = Array.from({ length: count }, (_, index) => slideOf(`s${index}`))
  const store = createEditorStore({ title: 'open', slides }, () => undefined)
  const session: Pick<EditorSession, 'store' | 'project'> = {
    store,
    project: { id: 'p', contentType, contentStyle: 'educational', topic: '' },
  }
  const paste = (json: string) => pasteSlides(session, 's0', json)
  const texts = () => store.doc().slides.map((slide) => slide.textBoxes[0]?.text)
  return { store, paste, texts }
}

const messages = () => useToastQueue.getState().waiting.map(({ message }) => message)

beforeEach(() => {
  useToastQueue.setState({ waiting: [] })
  sessionGate.signedInAs('ada')
})

it('adds slides after a given one, under new ids, as one undo step', () => {
  const { store, paste, texts } = openWith(2)
  const photo = 'ada/1700000000000_abc.jpg'
  const ids = paste(clipped(slideOf('s0', { backgroundImage: photo, logoImage: 'starter/dawn.jpg' }), slideOf('x')))
  expect(texts()).toEqual(['s0', 's0', 'x', 's1'])
  expect(store.slide().id).toBe(ids[0])
  expect(store.slide().backgroundImage).toBe(photo)
  expect(slidesSchema.parse(store.doc().slides)).toHaveLength(4)
  store.undo()
  expect(texts()).toEqual(['s0', 's1'])
  expect(messages()).toEqual([])
})

it.each([
  ['text', 'hello'],
  ['nothing', ''],
  ['another document', '{"boxes":[]}'],
  ['no slide', '{"slides":[]}'],
  ['a URL for a photo', JSON.stringify({ slides: [{ ...slideOf('a'), backgroundImage: 'https://example.org/a.jpg' }] })],
  ['too many slides', clipped(...Array.from({ length: MAX_SLIDES + 1 }, (_, index) => slideOf(`n${index}`)))],
  ['more than any slideshow', `{"slides":[],"more":"${'x'.repeat(8_000_000)}"}`],
])('a clipboard with %s changes nothing, and says so', (_what, json) => {
  const info = vi.spyOn(console, 'info').mockReturnValue(undefined)
  const { store, paste } = openWith(2)
  const before = store.doc()
  expect(paste(json)).toEqual([])
  expect(store.doc()).toBe(before)
  expect(messages()).toEqual(['The slides on the clipboard can’t be read. Nothing was changed.'])
  info.mockRestore()
})

it('photos of another account are not pasted', () => {
  const { store, paste } = openWith(1)
  const before = store.doc()
  for (const foreign of [
    { backgroundImage: 'bo/1_a.jpg' },
    { logoImage: 'bo/1_a.jpg' },
    { imageBoxes: [{ id: 'i', imageUrl: 'bo/1_a.jpg' }] },
  ])
    expect(paste(clipped(slideOf('a', foreign)))).toEqual([])
  expect(store.doc()).toBe(before)
  expect(messages()).toEqual(Array.from({ length: 3 }, () => 'These slides use photos of another account. Nothing was pasted.'))
})

it('as many as fit are pasted, and none into a full slideshow or a video', () => {
  const almost = openWith(34)
  expect(almost.paste(clipped(slideOf('a'), slideOf('b'), slideOf('c')))).toHaveLength(1)
  expect(almost.paste(clipped(slideOf('a')))).toEqual([])
  expect(openWith(1, 'multi-photo-video').paste(clipped(slideOf('a')))).toEqual([])
  expect(messages()).toEqual([
    '1 of 3 slides pasted. A slideshow can have up to 35.',
    'A slideshow can have up to 35 slides. Nothing was added.',
    'A video has exactly one slide',
  ])
})
