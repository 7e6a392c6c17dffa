import { SLIDE_HEIGHT } from '@ninesixteen/shared/slide/limits'
import { SAFE_AREA } from '@ninesixteen/shared/slide/safe-area'
import { imageBoxSchema, slideSchema } from '@ninesixteen/shared/slide/model'
import { describe, expect, it } from 'vitest'
import { createDraftStore, withDraft } from './document/draft.ts'
import { createEditorStore } from './document/editor-store.ts'
import type { ChangeCause } from './document/editor-store.ts'
import type { Keys, Target } from './gestures/gesture.ts'
import { createGestureMachine } from './gestures/machine.ts'

const NO_KEYS: Keys = { shift: false, alt: false, bypass: false }

/** The editor driven by pointer and keys, without a page. One unit is one pixel here. */
function openEditor() {
  let ids = 0
  const causes: ChangeCause[] = []
  const doc = {
    title: 'tips',
    slides: [
      slideSchema.parse({
        id: 's1',
        textBoxes: [
          { id: 'a', text: 'one', x: 10, y: 40, width: 100, height: 40 },
          { id: 'b', text: 'two', x: 10, y: 300, width: 100, height: 40 },
        ],
      }),
      slideSchema.parse({ id: 's2' }),
    ],
  }
  const store = createEditorStore(doc, (_doc, cause) => causes.push(cause))
  const draft = createDraftStore()
  const typed: (string | null)[] = []
  const refused: string[] = []
  const restore: { last: (() => void) | null } = { last: null }
  const machine = createGestureMachine({
    slide: store.slide,
    selection: () => store.getState().history.present.selection,
    select: store.select,
    perform: store.perform,
    announce: store.announce,
    setEditing: (editing) => store.setState({ editing }),
    setAdjusting: (adjusting) => store.setState({ adjusting }),
    crop: (cropping) => store.setState({ cropping }),
    photoToAdjust: () => (store.getState().design.isOpen ? { width: 512, height: SLIDE_HEIGHT } : null),
    safeArea: () => SAFE_AREA,
    refuseLocked: (deed) => refused.push(deed),
    setTyped: (text) => typed.push(text && text.text),
    offerDiscarded: (edit) => void (restore.last = store.offerRedo(edit)),
    draft,
    newId: () => `new${(ids += 1)}`,
  })
  let time = 0
  const at = (x: number, y: number, keys: Partial<Keys> = {}) => ({ at: { x, y }, screen: { x, y }, keys: { ...NO_KEYS, ...keys }, time })
  const editor = {
    store,
    draft,
    machine,
    causes,
    typed,
    refused,
    restore,
    wait: (ms: number) => (time += ms),
    box: (ref: string) => store.slide().textBoxes.find((box) => box.id === ref),
    shown: (ref: string) => withDraft(store.slide(), draft.get()).textBoxes.find((box) => box.id === ref),
    selection: () => store.getState().history.present.selection,
    down: (x: number, y: number, target: Target, keys?: Partial<Keys>) =>
      machine.send({ type: 'down', ...at(x, y, keys), target, touch: false }),
    move: (x: number, y: number, keys?: Partial<Keys>) => machine.send({ type: 'move', ...at(x, y, keys) }),
    up: (x: number, y: number, keys?: Partial<Keys>) => machine.send({ type: 'up', ...at(x, y, keys) }),
    click: (ref: string, keys?: Partial<Keys>) => {
      editor.down(20, 50, { kind: 'box', ref }, keys)
      editor.up(20, 50)
    },
  }
  return editor
}

describe('pointer gestures', () => {
  it('a click selects, a click on the slide deselects, Shift adds', () => {
    const editor = openEditor()
    editor.click('a')
    expect(editor.selection()).toEqual(['a'])
    editor.click('b', { shift: true })
    expect(editor.selection()).toEqual(['a', 'b'])
    editor.click('b', { shift: true })
    expect(editor.selection()).toEqual(['a'])
    editor.down(200, 200, { kind: 'slide' })
    expect(editor.selection()).toEqual([])
  })

  it('a double-click on the slide adds a text box there, within the slide, and one undo removes it', () => {
    const editor = openEditor()
    const click = (x: number, y: number) => {
      editor.down(x, y, { kind: 'slide' })
      editor.up(x, y)
    }
    click(250, 200)
    editor.wait(500)
    click(250, 200)
    expect(editor.store.slide().textBoxes).toHaveLength(2)
    editor.wait(200)
    click(250, 200)
    expect(editor.machine.state()).toBe('editing')
    expect(editor.box('new1')).toMatchObject({ text: 'New text', x: 76, y: 165, width: 180, height: 70 })
    editor.machine.send({ type: 'cancel' })
    editor.store.undo()
    expect(editor.store.slide().textBoxes).toHaveLength(2)
    editor.wait(1000)
    click(-20, 200)
    click(-20, 200)
    expect(editor.store.slide().textBoxes).toHaveLength(2)
  })

  it('Escape while typing keeps the text for redo and for the button of its message', () => {
    const editor = openEditor()
    const type = (text: string): void => {
      editor.machine.send({ type: 'edit', ref: 'a' })
      editor.machine.send({ type: 'typed', text })
      editor.machine.send({ type: 'cancel' })
    }
    type('typed')
    expect(editor.box('a')?.text).toBe('one')
    editor.store.redo()
    expect(editor.box('a')?.text).toBe('typed')
    editor.store.undo()
    expect(editor.box('a')?.text).toBe('one')
    type('typed again')
    editor.store.perform({ type: 'move-boxes', slideId: 's1', refs: ['b'], dx: 1, dy: 0 })
    editor.restore.last?.()
    expect([editor.box('a')?.text, editor.box('b')?.x]).toEqual(['typed again', 11])
    editor.restore.last = null
    type('typed again')
    expect(editor.restore.last).toBeNull()
  })

  it('a drag that ends with Alt drops a copy in one undo step', () => {
    const editor = openEditor()
    editor.down(20, 50, { kind: 'box', ref: 'a' })
    editor.move(60, 90, { bypass: true })
    editor.up(60, 90, { alt: true })
    expect(editor.box('a')).toMatchObject({ x: 10, y: 40 })
    expect(editor.box('new1')).toMatchObject({ text: 'one', x: 50, y: 80 })
    expect(editor.selection()).toEqual(['new1'])
    editor.store.undo()
    expect(editor.box('new1')).toBeUndefined()
  })

  it('a double-click on an image crops it', () => {
    const editor = openEditor()
    const image = imageBoxSchema.parse({ id: 'i', imageUrl: 'user-1/1700000000000_abc.jpg' })
    editor.store.perform({ type: 'add-boxes', slideId: 's1', imageBoxes: [image] })
    editor.click('i')
    expect(editor.store.getState().cropping).toBeNull()
    editor.wait(200)
    editor.click('i')
    expect(editor.machine.state()).toBe('idle')
    expect(editor.store.getState().cropping).toBe('i')
  })

  it('a double-click does not edit the text of a locked box', () => {
    const editor = openEditor()
    editor.store.perform({ type: 'style-boxes', slideId: 's1', refs: ['a'], style: { locked: true } })
    editor.machine.send({ type: 'edit', ref: 'a' })
    expect(editor.machine.state()).toBe('idle')
    editor.machine.send({ type: 'edit', ref: 'b' })
    expect(editor.machine.state()).toBe('editing')
  })

  it('a drag is one undo step, computed from where it began', () => {
    const editor = openEditor()
    editor.down(20, 50, { kind: 'box', ref: 'a' })
    for (let step = 1; step <= 50; step++) editor.move(20 + step, 50 + step, { bypass: true })
    expect(editor.box('a')).toMatchObject({ x: 10, y: 40 })
    expect(editor.shown('a')).toMatchObject({ x: 60, y: 90 })
    editor.up(70, 100)
    expect(editor.box('a')).toMatchObject({ x: 60, y: 90 })
    expect(editor.causes).toEqual(['set-frames'])
    editor.store.undo()
    expect(editor.box('a')).toMatchObject({ x: 10, y: 40 })
  })

  it('Escape during a drag changes nothing and keeps redo', () => {
    const editor = openEditor()
    editor.store.perform({ type: 'set-text', slideId: 's1', boxId: 'a', text: 'changed' })
    editor.store.undo()
    editor.down(20, 50, { kind: 'box', ref: 'a' })
    editor.move(80, 90)
    editor.machine.send({ type: 'cancel' })
    expect(editor.machine.state()).toBe('idle')
    expect(editor.draft.get()).toBeNull()
    expect(editor.shown('a')).toMatchObject({ x: 10, y: 40 })
    expect(editor.store.getState().history.future).toHaveLength(1)
  })

  it('snaps to the centre of the slide with a guide, unless bypassed', () => {
    const editor = openEditor()
    editor.down(20, 50, { kind: 'box', ref: 'a' })
    editor.move(20 + 60, 50)
    expect(editor.shown('a')?.x).toBe(78)
    expect(editor.draft.get()?.guides).toMatchObject([{ axis: 'x', kind: 'centre', at: 128 }])
    editor.machine.send({ type: 'keys', keys: { ...NO_KEYS, bypass: true } })
    expect(editor.shown('a')?.x).toBe(70)
    expect(editor.draft.get()?.guides).toEqual([])
  })

  it('drags all selected boxes together', () => {
    const editor = openEditor()
    editor.store.select(['a', 'b'])
    editor.down(20, 50, { kind: 'box', ref: 'b' })
    editor.move(25, 57, { bypass: true })
    editor.up(25, 57)
    expect([editor.box('a'), editor.box('b')]).toMatchObject([
      { x: 15, y: 47 },
      { x: 15, y: 307 },
    ])
  })

  it('a handle resizes and rescales the font', () => {
    const editor = openEditor()
    editor.down(110, 80, { kind: 'handle', ref: 'a', handle: 'se' })
    editor.move(210, 120, { bypass: true })
    editor.up(210, 120)
    expect(editor.box('a')).toMatchObject({ width: 200, height: 80, fontSize: 16 })
    editor.down(210, 120, { kind: 'handle', ref: 'a', handle: 'se' })
    editor.move(-500, -500)
    editor.up(-500, -500)
    expect(editor.box('a')).toMatchObject({ width: 50, height: 30 })
  })
})

describe('the selection rectangle', () => {
  it('selects the boxes it touches, and deselects them when it shrinks', () => {
    const editor = openEditor()
    editor.down(150, 20, { kind: 'slide' })
    editor.move(90, 50)
    expect(editor.selection()).toEqual(['a'])
    expect(editor.draft.get()?.area).toEqual({ x: 90, y: 20, width: 60, height: 30 })
    editor.move(90, 320)
    expect(editor.selection()).toEqual(['a', 'b'])
    editor.move(140, 50)
    expect(editor.selection()).toEqual([])
    editor.move(90, 50)
    editor.up(90, 50)
    expect(editor.selection()).toEqual(['a'])
    expect(editor.draft.get()).toBeNull()
    expect(editor.causes).toEqual([])
  })

  it('adds to the selection with Shift; Escape restores the selection', () => {
    const editor = openEditor()
    editor.store.select(['b'])
    editor.down(150, 20, { kind: 'slide' }, { shift: true })
    editor.move(90, 50, { shift: true })
    expect(editor.selection()).toEqual(['b', 'a'])
    editor.machine.send({ type: 'cancel' })
    expect(editor.selection()).toEqual(['b'])
  })

  it('does not open by touch, which scrolls', () => {
    const editor = openEditor()
    editor.store.select(['b'])
    const keys = NO_KEYS
    const point = { x: 150, y: 20 }
    editor.machine.send({ type: 'down', at: point, screen: point, keys, time: 0, target: { kind: 'slide' }, touch: true })
    editor.move(90, 50)
    expect(editor.selection()).toEqual([])
    expect(editor.machine.state()).toBe('idle')
  })
})

describe('two fingers', () => {
  const pinch = (editor: ReturnType<typeof openEditor>, distance: number, centre = { x: 60, y: 60 }) =>
    editor.machine.send({ type: 'pinch', centre, distance })

  it('scale and move the selected box around its centre in one undo step', () => {
    const editor = openEditor()
    editor.store.select(['a'])
    editor.down(20, 50, { kind: 'box', ref: 'a' })
    pinch(editor, 100)
    expect(editor.machine.state()).toBe('pinching')
    pinch(editor, 150)
    pinch(editor, 200, { x: 70, y: 65 })
    expect(editor.shown('a')).toMatchObject({ x: -30, y: 25, width: 200, height: 80, fontSize: 16 })
    expect(editor.box('a')).toMatchObject({ x: 10, y: 40, width: 100 })
    editor.up(20, 50)
    expect(editor.box('a')).toMatchObject({ x: -30, y: 25, width: 200, height: 80, fontSize: 16 })
    expect(editor.causes).toEqual(['set-frames'])
    editor.store.undo()
    expect(editor.box('a')).toMatchObject({ x: 10, y: 40, width: 100, height: 40, fontSize: 8 })
  })

  it('replace a drag that the first finger started', () => {
    const editor = openEditor()
    editor.down(20, 50, { kind: 'box', ref: 'a' })
    editor.move(60, 90)
    expect(editor.machine.state()).toBe('dragging')
    pinch(editor, 100)
    pinch(editor, 100)
    editor.up(60, 90)
    expect(editor.box('a')).toMatchObject({ x: 10, y: 40, width: 100, height: 40 })
  })

  it('change nothing when the browser cancels the pointers', () => {
    const editor = openEditor()
    editor.store.select(['a'])
    editor.down(20, 50, { kind: 'box', ref: 'a' })
    pinch(editor, 100)
    pinch(editor, 300)
    editor.machine.send({ type: 'cancel' })
    expect(editor.draft.get()).toBeNull()
    expect(editor.causes).toEqual([])
  })

  it('leave a locked box alone and say so once', () => {
    const editor = openEditor()
    editor.store.perform({ type: 'style-boxes', slideId: 's1', refs: ['a'], style: { locked: true } })
    editor.store.select(['a'])
    const point = { x: 20, y: 50 }
    editor.machine.send({ type: 'down', at: point, screen: point, keys: NO_KEYS, time: 0, target: { kind: 'slide' }, touch: true })
    pinch(editor, 100)
    pinch(editor, 200)
    expect(editor.selection()).toEqual(['a'])
    expect(editor.shown('a')).toMatchObject({ width: 100 })
    editor.up(20, 50)
    expect(editor.refused).toEqual(['resize'])
    expect(editor.causes).toEqual(['style-boxes'])
  })

  it('do nothing without a selected box, or with several', () => {
    const editor = openEditor()
    pinch(editor, 100)
    editor.store.select(['a', 'b'])
    pinch(editor, 200)
    expect(editor.machine.state()).toBe('idle')
  })
})

describe('editing text', () => {
  it('starts with a double-click and is committed by a click elsewhere', () => {
    const editor = openEditor()
    editor.click('a')
    editor.wait(200)
    editor.click('a')
    expect(editor.store.getState().editing).toBe('a')
    editor.machine.send({ type: 'typed', text: 'new words' })
    expect(editor.typed).toEqual(['new words'])
    editor.click('b')
    expect(editor.box('a')?.text).toBe('new words')
    expect(editor.store.getState().editing).toBeNull()
    expect(editor.selection()).toEqual(['b'])
  })

  it('is committed when the user leaves the editor while typing', () => {
    const editor = openEditor()
    editor.machine.send({ type: 'edit', ref: 'a' })
    editor.machine.send({ type: 'typed', text: 'half a sent' })
    editor.machine.send({ type: 'leave' })
    expect(editor.box('a')?.text).toBe('half a sent')
    expect(editor.machine.state()).toBe('idle')
  })

  it('does not start with two slow clicks', () => {
    const editor = openEditor()
    editor.click('a')
    editor.wait(500)
    editor.click('a')
    expect(editor.store.getState().editing).toBeNull()
  })

  it('is discarded by Escape, and empty text is not saved', () => {
    const editor = openEditor()
    editor.machine.send({ type: 'edit', ref: 'a' })
    editor.machine.send({ type: 'typed', text: 'oops' })
    editor.machine.send({ type: 'cancel' })
    editor.machine.send({ type: 'edit', ref: 'b' })
    editor.machine.send({ type: 'commit-text', text: '  ' })
    expect([editor.box('a')?.text, editor.box('b')?.text]).toEqual(['one', 'two'])
    expect(editor.causes).toEqual([])
  })
})

describe('a rotated text box', () => {
  it('follows its handle around its middle, and keeps its opposite side while resized', () => {
    const editor = openEditor()
    // Box a is 100 x 40 around (60, 60).
    editor.down(60, 20, { kind: 'rotate', ref: 'a' })
    editor.move(100, 62)
    expect(editor.shown('a')?.rotation).toBe(90)
    editor.up(100, 62)
    expect(editor.box('a')?.rotation).toBe(90)
    // Its right edge is now at the bottom, at y = 110.
    editor.down(60, 110, { kind: 'handle', ref: 'a', handle: 'e' })
    editor.move(60, 130)
    editor.up(60, 130)
    expect(editor.box('a')).toMatchObject({ x: 0, y: 50, width: 120, height: 40 })
    editor.store.undo()
    editor.store.undo()
    expect(editor.box('a')?.rotation).toBeUndefined()
  })
})

describe('the photo', () => {
  /** A photo twice as wide as the slide. */
  const photo = { width: 512, height: SLIDE_HEIGHT }
  const adjust = () => {
    const editor = openEditor()
    editor.machine.send({ type: 'adjust-photo', photo })
    return { editor, shown: () => withDraft(editor.store.slide(), editor.draft.get()).photoPlacement }
  }

  it('follows drags and keys, and the change is one undo step', () => {
    const { editor, shown } = adjust()
    expect(editor.store.getState().adjusting).toBe(true)
    editor.down(100, 100, { kind: 'slide' })
    editor.move(164, 100)
    editor.up(164, 100)
    editor.machine.send({ type: 'pan-photo', by: { x: -32, y: 0 } })
    expect(shown()).toMatchObject({ x: 0.4375, y: 0.5, zoom: 1 })
    expect(editor.causes).toEqual([])
    editor.machine.send({ type: 'keep-photo' })
    expect(editor.store.slide().photoPlacement).toMatchObject({ x: 0.4375 })
    expect(editor.store.getState().adjusting).toBe(false)
    expect(editor.causes).toEqual(['style-slides'])
    editor.store.undo()
    expect(editor.store.slide().photoPlacement).toBeUndefined()
  })

  it('is zoomed by two fingers', () => {
    const { editor, shown } = adjust()
    editor.down(100, 100, { kind: 'slide' })
    editor.machine.send({ type: 'pinch', centre: { x: 128, y: SLIDE_HEIGHT / 2 }, distance: 100 })
    editor.machine.send({ type: 'pinch', centre: { x: 128, y: SLIDE_HEIGHT / 2 }, distance: 200 })
    expect(shown()).toMatchObject({ zoom: 2, x: 0.5, y: 0.5 })
  })

  it('returns to its place: Escape ends a drag, then the mode', () => {
    const { editor, shown } = adjust()
    editor.machine.send({ type: 'pan-photo', by: { x: 64, y: 0 } })
    editor.down(100, 100, { kind: 'slide' })
    editor.move(80, 100)
    editor.machine.send({ type: 'cancel' })
    expect(shown()).toMatchObject({ x: 0.375 })
    editor.machine.send({ type: 'cancel' })
    expect(shown()).toBeUndefined()
    expect(editor.machine.state()).toBe('idle')
    expect(editor.causes).toEqual([])
  })

  it('is adjusted by a double-click on the slide while the panel shows it', () => {
    const editor = openEditor()
    editor.store.setState({ design: { isOpen: true, tab: 'photo' } })
    for (const time of [0, 100]) {
      editor.wait(time)
      editor.down(200, 200, { kind: 'slide' })
      editor.up(200, 200)
    }
    expect(editor.machine.state()).toBe('adjusting')
    expect(editor.store.slide().textBoxes).toHaveLength(2)
  })
})

describe('undo', () => {
  it('shows the slide on which the step was made', () => {
    const editor = openEditor()
    editor.store.perform({ type: 'set-text', slideId: 's1', boxId: 'a', text: 'x' })
    editor.store.showSlide('s2')
    editor.store.undo()
    expect(editor.store.slide().id).toBe('s1')
    editor.store.showSlide('s2')
    editor.store.redo()
    expect(editor.store.slide().id).toBe('s1')
  })

  it('does not revert changes that others saved in the meantime', () => {
    const editor = openEditor()
    editor.store.perform({ type: 'set-text', slideId: 's1', boxId: 'a', text: 'mine' })
    editor.store.rebase((doc) => ({ ...doc, title: 'their title' }))
    editor.store.undo()
    expect(editor.box('a')?.text).toBe('one')
    expect(editor.store.doc().title).toBe('their title')
  })
})
