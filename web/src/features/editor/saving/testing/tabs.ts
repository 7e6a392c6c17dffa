import { applyEdit } from '@ninesixteen/shared/slide/edit'
import type { Edit, SlideDocument } from '@ninesixteen/shared/slide/edit'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { createEditorStore } from '../../document/editor-store.ts'
import { mergeRemote } from '../merge-remote.ts'
import { reopen } from '../reopen.ts'
import type { JournalEntry, Save, SaveOutcome, SaveState, StoredDocument } from '../save-state.ts'
import { Saver } from '../saver.ts'
import type { Clock, SaveUrgency } from '../saver.ts'

export const BOXES = ['b1', 'b2']
export const SLIDES = ['s1', 's2']

function firstDocument(): SlideDocument {
  return {
    title: 'two slides',
    slides: SLIDES.map((id) => slideSchema.parse({ id, textBoxes: BOXES.map((box) => ({ id: box, text: 'start' })) })),
  }
}

interface Place {
  slideId: string
  boxId: string
}

export function writing(at: Place & { text: string }): Edit {
  return { type: 'set-text', ...at }
}

export function write(doc: SlideDocument, at: Place & { text: string }): SlideDocument {
  return applyEdit(doc, writing(at))
}

export function read(doc: SlideDocument, at: Place): string {
  return doc.slides.find((slide) => slide.id === at.slideId)?.textBoxes.find((box) => box.id === at.boxId)?.text ?? ''
}

/** A clock that the test advances. */
export function manualClock(): Clock & { advance(ms: number): void } {
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

/** A model of the server with one document, following the contract. */
export function modelServer() {
  let stored: StoredDocument & { saveId: string } = { version: 1, doc: firstDocument(), saveId: '' }
  const texts: Record<string, string[]> = {}
  const taken = new Set<string>()
  return {
    stored: () => stored,
    texts,
    take(save: Save): SaveOutcome {
      if (save.saveId === stored.saveId) return { kind: 'saved', version: stored.version }
      if (save.version !== stored.version) return { kind: 'conflict', current: stored, isTaken: taken.has(save.saveId) }
      taken.add(save.saveId)
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

interface TabOptions {
  name: string
  left?: JournalEntry | undefined
  urgency?: SaveUrgency
}

export type Server = ReturnType<typeof modelServer>

/** One tab with the project open: a real store and a real saver, whose requests wait until the test answers them. */
export function openTab(server: Server, clock: Clock, options: TabOptions) {
  const { name, left, urgency = 'now' } = options
  const opened = reopen(left, server.stored())
  let count = 0
  const requests: Request[] = []
  const states: SaveState[] = []
  const journal: { entry: JournalEntry | null } = { entry: null }
  const sentAt: number[] = []
  const store = createEditorStore(opened.start.doc, (doc) => saver.changed(doc, urgency))
  const saver = new Saver(opened, {
    send: (save) => {
      sentAt.push(clock.now())
      return new Promise((answer) => requests.push({ save, answer }))
    },
    writeJournal: (entry) => (journal.entry = entry),
    clearJournal: () => (journal.entry = null),
    newId: () => `${name}-${(count += 1)}`,
    clock,
    rebase: (base, theirs, how) => mergeRemote(store, { base, theirs, how }),
    show: (state) => states.push(state),
    saved: () => undefined,
  })
  if (opened.work) {
    store.replace(opened.work, 'restore')
    saver.remoteSaved(server.stored())
  }
  return { saver, store, requests, states, journal, sentAt, doc: store.doc, edit: (edit: Edit) => store.perform(edit) }
}

export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}
