import { newTextBox } from '@ninesixteen/shared/slide/new-box'
import { newSlide } from '@ninesixteen/shared/slide/edit-slides'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SaveOutcome } from './save-state.ts'
import { BOXES, manualClock, modelServer, openTab, read, settled, SLIDES, writing } from './testing/tabs.ts'

type Tab = ReturnType<typeof openTab>

type Move =
  | { do: 'write'; tab: number; slideId: string; boxId: string }
  | { do: 'add box'; tab: number; slideId: string }
  | { do: 'add slide' | 'delete an added thing' | 'receive a save'; tab: number }
  | { do: 'wait'; ms: number }
  | { do: 'deliver' | 'drop' | 'lose answer'; tab: number }
  | { do: 'reload'; tab: number; flush: boolean }
  | { do: 'resolve'; tab: number; preferred: 'mine' | 'theirs' }

const tab = fc.constantFrom(0, 1, 2)
const slideId = fc.constantFrom(...SLIDES)
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), tab, slideId, boxId: fc.constantFrom(...BOXES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add box' as const), tab, slideId }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('add slide' as const, 'delete an added thing' as const, 'receive a save' as const),
      tab,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 450, 2000) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('deliver' as const, 'drop' as const, 'lose answer' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), tab, flush: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('resolve' as const), tab, preferred: fc.constantFrom('mine' as const, 'theirs' as const) }),
  },
)

/** Three tabs on one project, with a record of all edits and decisions. */
function openPages() {
  const clock = manualClock()
  const server = modelServer()
  const tabs = ['a', 'b', 'c'].map((name) => openTab(server, clock, { name }))
  /** For each written text, the text that its writer replaced. */
  const seen = new Map<string, string>()
  /** Decisions between two texts as `before>after`, and the rejected texts. */
  const chosen = new Set<string>()
  const rejected = new Set<string>()
  const added = new Set<string>()
  const deleted = new Set<string>()
  let count = 0
  const newId = (kind: string): string => `${kind}${(count += 1)}`

  const resolve = (page: Tab, preferred: 'mine' | 'theirs'): void => {
    const { state } = page.saver
    if (state.kind !== 'conflict') return
    for (const overlap of state.conflict.overlaps) {
      if (overlap.kind !== 'box') throw new Error(`No tab changed a ${overlap.kind}`)
      const [mine, theirs] = [read(page.doc(), overlap), read(state.conflict.theirs.doc, overlap)]
      chosen.add(`${theirs}>${mine}`)
      rejected.add(preferred === 'mine' ? theirs : mine)
    }
    page.saver.resolve(preferred)
  }
  const deleteAdded = (page: Tab): void => {
    for (const slide of page.doc().slides) {
      const box = slide.textBoxes.find(({ id }) => added.has(id))
      const id = box?.id ?? (added.has(slide.id) ? slide.id : undefined)
      if (id === undefined) continue
      deleted.add(id)
      page.edit(box ? { type: 'delete-boxes', slideId: slide.id, refs: [id] } : { type: 'delete-slides', slideIds: [id] })
      return
    }
  }
  const reload = (index: number, page: Tab, flush: boolean): void => {
    page.saver.flushJournal(true)
    const rest = page.saver.unsaved()
    page.saver.stop()
    if (flush && rest) server.take(rest)
    // A save in flight may still arrive, before or after the one of the closing tab.
    if (!flush) for (const request of page.requests) server.take(request.save)
    tabs[index] = openTab(server, clock, { name: newId('n'), left: page.journal.entry ?? undefined })
  }
  const act = (step: Move): void => {
    if (step.do === 'wait') return clock.advance(step.ms)
    const page = tabs[step.tab]
    if (!page) return
    switch (step.do) {
      case 'write': {
        const text = newId('t')
        seen.set(text, read(page.doc(), step))
        return void page.edit(writing({ slideId: step.slideId, boxId: step.boxId, text }))
      }
      case 'add box': {
        const box = newTextBox(newId('box'))
        added.add(box.id)
        return void page.edit({ type: 'add-boxes', slideId: step.slideId, textBoxes: [box], imageBoxes: [] })
      }
      case 'add slide': {
        const id = newId('slide')
        added.add(id)
        return void page.edit({ type: 'add-slides', slides: [newSlide(id, 4)] })
      }
      case 'delete an added thing':
        return deleteAdded(page)
      case 'receive a save':
        return page.saver.remoteSaved(server.stored())
      case 'resolve':
        return resolve(page, step.preferred)
      case 'reload':
        return reload(step.tab, page, step.flush)
      default: {
        const request = page.requests.shift()
        const lost: SaveOutcome = { kind: 'retry', offline: true, message: 'lost' }
        const outcome = request && step.do !== 'drop' ? server.take(request.save) : lost
        return request?.answer(step.do === 'deliver' ? outcome : lost)
      }
    }
  }
  /** The network works again: sends everything and notifies every tab of the others' saves. */
  const settleAll = async (): Promise<void> => {
    for (let round = 0; round < 30; round++) {
      clock.advance(31_000)
      for (const page of tabs) {
        for (const request of page.requests.splice(0)) request.answer(server.take(request.save))
        await settled()
        resolve(page, 'mine')
      }
    }
    for (const page of tabs) page.saver.remoteSaved(server.stored())
  }
  return { server, tabs, seen, chosen, rejected, added, deleted, act, settleAll }
}

it('three tabs lose no edits and overwrite no unseen text on an unreliable network', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 60, size: 'max' }), async (moves) => {
      const { server, tabs, seen, chosen, rejected, added, deleted, act, settleAll } = openPages()
      for (const step of moves) {
        act(step)
        await settled()
      }
      await settleAll()
      const { doc } = server.stored()
      for (const page of tabs) {
        expect(page.saver.state).toEqual({ kind: 'saved' })
        expect(page.journal.entry).toBeNull()
        expect(sameData(page.doc(), doc), 'each page shows what the server has').toBe(true)
      }
      const histories = Object.values(server.texts)
      for (const history of histories) {
        history.forEach((text, index) => {
          const before = history[index - 1]
          if (before === undefined || before === text) return
          const wasChosen = lineOf(text, seen).some((at) => chosen.has(`${before}>${at}`))
          expect(wasChosen || lineOf(text, seen).includes(before), `${text} overwrote ${before}`).toBe(true)
        })
      }
      const surviving = new Set([...histories.flat(), ...rejected].flatMap((text) => lineOf(text, seen)))
      expect([...seen.keys()].filter((text) => !surviving.has(text))).toEqual([])
      const there = doc.slides.flatMap((slide) => [slide.id, ...slide.textBoxes.map((box) => box.id)])
      expect(there.filter((id) => added.has(id)).toSorted()).toEqual([...added].filter((id) => !deleted.has(id)).toSorted())
    }),
    { numRuns: 1000 },
  )
})

/** A text and all texts that its writers had seen. */
function lineOf(text: string, seen: Map<string, string>): string[] {
  const line = []
  for (let at: string | undefined = text; at !== undefined; at = seen.get(at)) line.push(at)
  return line
}
