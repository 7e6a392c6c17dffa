import { applyEdit } from '@ninesixteen/shared/slide/edit'
import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { mergeDocuments } from '@ninesixteen/shared/slide/merge'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JournalEntry, Save, SaveOutcome, SaveState, StoredDocument } from './save-state.ts'
import { reopen } from './reopen.ts'
import { Saver } from './saver.ts'
import type { Clock } from './saver.ts'

const BOXES = ['b1', 'b2']
const SLIDES = ['s1', 's2']

function firstDocument(): SlideDocument {
  return {
    title: 'two slides',
    slides: SLIDES.map((id) => slideSchema.parse({ id, textBoxes: BOXES.map((box) => ({ id: box, text: 'start' })) })),
  }
}

function write(doc: SlideDocument, at: { slideId: string; boxId: string; text: string }): SlideDocument {
  return applyEdit(doc, { type: 'set-text', ...at })
}

function read(doc: SlideDocument, at: { slideId: string; boxId: string }): string {
  return doc.slides.find((slide) => slide.id === at.slideId)?.textBoxes.find((box) => box.id === at.boxId)?.text ?? ''
}

/** Time that passes only when the test says so. */
function manualClock(): Clock & { advance(ms: number): void } {
  let time = 0
  let timers: { at: number; run(): void }[] = []
  return {
    now: () => time,
    after: (ms, run) => {
      const timer = { at: time + ms, run }
      timers.push(timer)
      return () => (timers = timers.filter((other) => other !== timer))
    },
    advance: (ms) => {
      const end = time + ms
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        time = next.at
        next.run()
      }
      time = end
    },
  }
}

/** A server that keeps one document, by the rules of the contract. */
function modelServer() {
  let stored: StoredDocument & { saveId: string } = { version: 1, doc: firstDocument(), saveId: '' }
  const texts: Record<string, string[]> = {}
  return {
    stored: () => stored,
    texts,
    take(save: Save): SaveOutcome {
      if (save.saveId === stored.saveId) return { kind: 'saved', version: stored.version }
      if (save.version !== stored.version) return { kind: 'conflict', current: stored }
      stored = { version: stored.version + 1, doc: save.doc, saveId: save.saveId }
      for (const slideId of SLIDES) {
        for (const boxId of BOXES) (texts[`${slideId}/${boxId}`] ??= ['start']).push(read(save.doc, { slideId, boxId }))
      }
      return { kind: 'saved', version: stored.version }
    },
  }
}

interface Request {
  save: Save
  answer(outcome: SaveOutcome): void
}

type Server = ReturnType<typeof modelServer>

function openTab(server: Server, clock: Clock, { name, left }: { name: string; left?: JournalEntry | undefined }) {
  const { start, work } = reopen(left, server.stored())
  let doc = start.doc
  let count = 0
  const requests: Request[] = []
  const states: SaveState[] = []
  const journal: { entry: JournalEntry | null } = { entry: null }
  const sentAt: number[] = []
  const saver = new Saver(start, {
    send: (save) => {
      sentAt.push(clock.now())
      return new Promise((answer) => requests.push({ save, answer }))
    },
    keep: (entry) => (journal.entry = entry),
    forget: () => (journal.entry = null),
    newId: () => `${name}-${(count += 1)}`,
    clock,
    rebase: (base, theirs, how) => (doc = mergeDocuments({ base, mine: doc, theirs }, how === 'theirs' ? how : 'mine').merged),
    show: (state) => states.push(state),
    saved: () => undefined,
  })
  if (work) {
    doc = work
    saver.changed(doc, 'now')
    saver.theirsArrived(server.stored())
  }
  return {
    saver,
    requests,
    states,
    journal,
    sentAt,
    doc: () => doc,
    edit(change: (doc: SlideDocument) => SlideDocument) {
      doc = change(doc)
      saver.changed(doc, 'now')
    },
  }
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

describe('Saver', () => {
  it('sends many quick changes as few saves, at most two a second', async () => {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    for (let index = 0; index < 60; index++) {
      tab.edit((doc) => write(doc, { slideId: 's1', boxId: 'b1', text: `text ${index}` }))
      clock.advance(1000 / 60)
      for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
      await settled()
    }
    clock.advance(1000)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    expect(tab.sentAt.length).toBeLessThanOrEqual(3)
    expect(read(server.stored().doc, { slideId: 's1', boxId: 'b1' })).toBe('text 59')
    expect(tab.saver.state).toEqual({ kind: 'saved' })
    expect(tab.journal.entry).toBeNull()
  })

  it('keeps unsaved work on the device within 300 ms and until the server has it', async () => {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    tab.edit((doc) => write(doc, { slideId: 's1', boxId: 'b1', text: 'precious' }))
    clock.advance(300)
    expect(tab.journal.entry && read(tab.journal.entry.doc, { slideId: 's1', boxId: 'b1' })).toBe('precious')
    clock.advance(200)
    expect(tab.journal.entry).not.toBeNull()
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    expect(tab.journal.entry).toBeNull()
  })

  it('repeats a save whose answer was lost before it sends anything newer, and takes it for its own', async () => {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    tab.edit((doc) => write(doc, { slideId: 's1', boxId: 'b1', text: 'one' }))
    clock.advance(500)
    const [first] = tab.requests.splice(0)
    if (first) server.take(first.save)
    first?.answer({ kind: 'retry', offline: true, message: 'lost' })
    await settled()
    expect(tab.saver.state).toEqual({ kind: 'offline' })
    tab.edit((doc) => write(doc, { slideId: 's1', boxId: 'b1', text: 'two' }))
    for (let round = 0; round < 3; round++) {
      clock.advance(1000)
      for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
      await settled()
    }
    expect(server.stored().version).toBe(3)
    expect(read(server.stored().doc, { slideId: 's1', boxId: 'b1' })).toBe('two')
    expect(tab.states.some((state) => state.kind === 'conflict')).toBe(false)
  })

  it('asks when both changed the same box, and keeps everything else of both', async () => {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    let theirs = write(server.stored().doc, { slideId: 's1', boxId: 'b1', text: 'theirs' })
    theirs = write(theirs, { slideId: 's2', boxId: 'b2', text: 'their other' })
    server.take({ saveId: 'other', version: 1, doc: theirs })
    tab.edit((doc) => write(doc, { slideId: 's1', boxId: 'b1', text: 'mine' }))
    clock.advance(500)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    expect(tab.saver.state).toMatchObject({ kind: 'conflict', conflict: { overlaps: [{ kind: 'box', slideId: 's1', boxId: 'b1' }] } })
    clock.advance(60_000)
    expect(tab.requests).toEqual([])
    tab.saver.resolve('mine')
    clock.advance(1000)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    expect(read(server.stored().doc, { slideId: 's1', boxId: 'b1' })).toBe('mine')
    expect(read(server.stored().doc, { slideId: 's2', boxId: 'b2' })).toBe('their other')
  })
})

describe('a conflict', () => {
  async function conflicting() {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    let theirs = write(server.stored().doc, { slideId: 's1', boxId: 'b1', text: 'theirs' })
    theirs = write(theirs, { slideId: 's2', boxId: 'b2', text: 'their other' })
    server.take({ saveId: 'other', version: 1, doc: theirs })
    tab.edit((doc) => write(doc, { slideId: 's1', boxId: 'b1', text: 'mine' }))
    clock.advance(500)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    return tab
  }

  it('grows with what is typed before the answer, so that nothing is decided unseen', async () => {
    const tab = await conflicting()
    tab.edit((doc) => write(doc, { slideId: 's2', boxId: 'b2', text: 'my other' }))
    expect(tab.saver.state).toMatchObject({ conflict: { overlaps: [{ boxId: 'b1' }, { boxId: 'b2' }] } })
  })

  it('ends by itself when what it asks about is taken back', async () => {
    const tab = await conflicting()
    tab.edit((doc) => write(doc, { slideId: 's1', boxId: 'b1', text: 'start' }))
    expect(tab.saver.state).toEqual({ kind: 'saved' })
    expect(read(tab.doc(), { slideId: 's1', boxId: 'b1' })).toBe('theirs')
  })
})

type Move =
  | { do: 'edit'; tab: number; slideId: string; boxId: string }
  | { do: 'wait'; ms: number }
  | { do: 'deliver' | 'drop' | 'lose answer'; tab: number }
  | { do: 'reload'; tab: number; flush: boolean }
  | { do: 'resolve'; tab: number; preferred: 'mine' | 'theirs' }

const tabNumber = fc.constantFrom(0, 1, 2)
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      tab: tabNumber,
      slideId: fc.constantFrom(...SLIDES),
      boxId: fc.constantFrom(...BOXES),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 450, 2000) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('deliver' as const, 'drop' as const, 'lose answer' as const), tab: tabNumber }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), tab: tabNumber, flush: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      tab: tabNumber,
      preferred: fc.constantFrom('mine' as const, 'theirs' as const),
    }),
  },
)

describe('three tabs on one project', () => {
  it('never overwrite a text they have not seen, whatever the network does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 60, size: 'max' }), async (moves) => {
        const clock = manualClock()
        const server = modelServer()
        const tabs = ['a', 'b', 'c'].map((name) => openTab(server, clock, { name }))
        /** For each text: the texts that its writer had before them, in order. */
        const seen = new Map<string, string>()
        const chosen = new Set<string>()
        let count = 0
        const resolve = (tab: (typeof tabs)[number], preferred: 'mine' | 'theirs'): void => {
          const state = tab.saver.state
          if (state.kind !== 'conflict') return
          for (const overlap of state.conflict.overlaps) {
            if (overlap.kind === 'box') chosen.add(`${read(state.conflict.theirs.doc, overlap)}>${read(tab.doc(), overlap)}`)
          }
          tab.saver.resolve(preferred)
        }
        const act = async (step: Move): Promise<void> => {
          if (step.do === 'wait') return clock.advance(step.ms)
          const tab = tabs[step.tab]
          if (!tab) return
          if (step.do === 'edit') {
            const text = `t${(count += 1)}`
            seen.set(text, read(tab.doc(), step))
            return tab.edit((doc) => write(doc, { ...step, text }))
          }
          if (step.do === 'resolve') return resolve(tab, step.preferred)
          if (step.do === 'reload') {
            tab.saver.keepNow(true)
            const rest = tab.saver.unsaved()
            tab.saver.stop()
            if (step.flush && rest) server.take(rest)
            // A save which was under way may still arrive, before or after what the closing page sent.
            if (!step.flush) for (const request of tab.requests) server.take(request.save)
            tabs[step.tab] = openTab(server, clock, { name: `n${(count += 1)}`, left: tab.journal.entry ?? undefined })
            return
          }
          const request = tab.requests.shift()
          if (!request) return
          const lost: SaveOutcome = { kind: 'retry', offline: true, message: 'lost' }
          if (step.do === 'drop') request.answer(lost)
          else {
            const outcome = server.take(request.save)
            request.answer(step.do === 'deliver' ? outcome : lost)
          }
        }
        for (const step of moves) {
          await act(step)
          await settled()
        }
        // The network is well again: everything comes to rest, and all tabs have what the server has.
        for (let round = 0; round < 30; round++) {
          clock.advance(31_000)
          for (const tab of tabs) {
            for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
            await settled()
            resolve(tab, 'mine')
          }
        }
        for (const tab of tabs) {
          expect(tab.saver.state).toEqual({ kind: 'saved' })
          expect(tab.journal.entry).toBeNull()
        }
        for (const history of Object.values(server.texts)) {
          history.forEach((text, index) => {
            const before = history[index - 1]
            if (before === undefined || before === text) return
            expect(descends(text, before, seen) || wasChosen(chosen, { before, text }, seen)).toBe(true)
          })
        }
      }),
      { numRuns: 1000 },
    )
  })
})

/** True when the writer of `text` had seen `before`, directly or through their own later texts. */
function descends(text: string, before: string, seen: Map<string, string>): boolean {
  for (let at: string | undefined = text; at !== undefined; at = seen.get(at)) if (at === before) return true
  return false
}

/** A choice made between two texts also stands for what was typed on top of the chosen one. */
function wasChosen(chosen: Set<string>, { before, text }: { before: string; text: string }, seen: Map<string, string>): boolean {
  for (let at: string | undefined = text; at !== undefined; at = seen.get(at)) if (chosen.has(`${before}>${at}`)) return true
  return false
}
