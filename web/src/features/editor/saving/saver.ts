import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { mergeDocuments, sameData } from '@ninesixteen/shared/slide/merge'
import type { Preferred } from '@ninesixteen/shared/slide/merge'
import type { JournalEntry, Save, SaveOutcome, SaveState, StoredDocument } from './save-state.ts'

/** How soon a change is sent: `now` for what the specification saves at once, `soon` for the rest, `asked` only by the button. */
export type SaveUrgency = 'now' | 'soon' | 'asked'

/** Milliseconds a change waits for others to join it. */
const WAIT = { now: 400, soon: 1500 } as const
/** Milliseconds between the starts of two saves: at most two a second, however fast a person edits. */
const MIN_GAP = 500
const RETRY_FIRST = 1000
const RETRY_MOST = 30_000
/** Milliseconds until unsaved work is on the device. */
const JOURNAL_WAIT = 150

export interface Clock {
  now(): number
  /** Calls back once after so many milliseconds; the answer cancels it. */
  after(ms: number, run: () => void): () => void
}

export interface SaverHooks {
  send(save: Save): Promise<SaveOutcome>
  keep(entry: JournalEntry): void
  forget(): void
  newId(): string
  clock: Clock
  /** Joins what others saved into the open document and gives the result back. */
  rebase(base: SlideDocument, theirs: SlideDocument, preferred: Preferred): SlideDocument
  show(state: SaveState): void
  /** A save was acknowledged. */
  saved(stored: StoredDocument): void
}

export type Saver = ReturnType<typeof createSaver>

/**
 * Brings one open document to the server and keeps it on the device until it is there. One save is under way at a time;
 * an unanswered one is repeated as it was before anything newer is sent; a version nobody here has seen is never overwritten.
 */
export function createSaver(start: StoredDocument, hooks: SaverHooks) {
  let base = start
  let doc = start.doc
  let state: SaveState = { kind: 'saved' }
  /** Sent, and not answered yet or not answered at all. */
  let unanswered: Save | null = null
  let underWay = false
  let lastStart = -Infinity
  let failures = 0
  let stopped = false
  let due: { at: number; cancel(): void } | null = null
  let journalTimer: (() => void) | null = null

  const show = (next: SaveState): void => {
    state = next
    hooks.show(next)
  }

  const isDirty = (): boolean => unanswered !== null || !(doc === base.doc || sameData(doc, base.doc))
  const cannotSave = (): boolean => stopped || state.kind === 'conflict' || state.kind === 'gone'

  function journalSoon(): void {
    journalTimer ??= hooks.clock.after(JOURNAL_WAIT, () => {
      journalTimer = null
      if (isDirty()) hooks.keep({ base, doc, keptAt: hooks.clock.now() })
    })
  }

  function schedule(wait: number): void {
    if (cannotSave()) return
    const at = Math.max(hooks.clock.now() + wait, lastStart + MIN_GAP)
    if (due && due.at <= at) return
    due?.cancel()
    due = { at, cancel: hooks.clock.after(at - hooks.clock.now(), onDue) }
  }

  function onDue(): void {
    due = null
    void save()
  }

  async function save(): Promise<void> {
    if (underWay || cannotSave()) return
    if (!isDirty()) return settle()
    unanswered ??= { saveId: hooks.newId(), version: base.version, doc }
    underWay = true
    lastStart = hooks.clock.now()
    show({ kind: 'saving' })
    const outcome = await hooks.send(unanswered)
    underWay = false
    if (!stopped) take(outcome, unanswered)
  }

  function take(outcome: SaveOutcome, sent: Save): void {
    if (outcome.kind === 'retry') return retryLater(outcome)
    failures = 0
    if (outcome.kind === 'signed-out') return show({ kind: 'signed-out' })
    if (outcome.kind === 'gone') return show({ kind: 'gone' })
    unanswered = null
    if (outcome.kind === 'refused') return show({ kind: 'failed', message: outcome.message })
    if (outcome.kind === 'conflict') return takeTheirs(outcome.current)
    base = { version: outcome.version, doc: sent.doc }
    hooks.saved(base)
    settle()
  }

  /** After an answer: done, or what was changed meanwhile goes next. */
  function settle(): void {
    if (isDirty()) {
      show({ kind: 'unsaved' })
      journalSoon()
      return schedule(WAIT.now)
    }
    journalTimer?.()
    journalTimer = null
    hooks.forget()
    show({ kind: 'saved' })
  }

  function retryLater({ offline, message }: { offline: boolean; message: string }): void {
    show(offline ? { kind: 'offline' } : { kind: 'failed', message })
    const wait = Math.min(RETRY_MOST, RETRY_FIRST * 2 ** failures)
    failures += 1
    schedule(wait)
  }

  function takeTheirs(theirs: StoredDocument): void {
    const { overlaps } = mergeDocuments({ base: base.doc, mine: doc, theirs: theirs.doc })
    if (overlaps.length > 0) return show({ kind: 'conflict', conflict: { theirs, overlaps } })
    adopt(theirs, 'mine')
  }

  function adopt(theirs: StoredDocument, preferred: Preferred): void {
    doc = hooks.rebase(base.doc, theirs.doc, preferred)
    base = theirs
    settle()
  }

  return {
    /** The person changed the document. */
    changed(next: SlideDocument, urgency: SaveUrgency): void {
      if (next === doc || stopped) return
      doc = next
      if (state.kind === 'saved' || state.kind === 'saving') show({ kind: 'unsaved' })
      journalSoon()
      if (urgency !== 'asked') schedule(WAIT[urgency])
    },

    /** Sends without waiting: the button, the network back, the person signed in again. */
    saveNow(): void {
      failures = 0
      if (state.kind === 'signed-out') show({ kind: 'unsaved' })
      due?.cancel()
      due = null
      if (!underWay) schedule(0)
    },

    /** Someone else saved this document. While a save of ours is under way its answer will say the same. */
    theirsArrived(theirs: StoredDocument): void {
      if (theirs.version <= base.version || unanswered !== null || cannotSave()) return
      takeTheirs(theirs)
    },

    /** The person's answer to a conflict. What both changed becomes the preferred side's; all else of both stays. */
    resolve(preferred: Preferred): void {
      if (state.kind !== 'conflict') return
      const { theirs } = state.conflict
      state = { kind: 'unsaved' }
      adopt(theirs, preferred)
    },

    /** The person's own version is safe elsewhere: go on with the other side's, whole. */
    replaceByTheirs(): void {
      if (state.kind !== 'conflict') return
      const { theirs } = state.conflict
      state = { kind: 'unsaved' }
      base = { ...theirs, doc }
      adopt(theirs, 'theirs')
    },

    /** What a closing page still has to send; null when nothing is unsaved or only a person can decide. */
    unsaved(): Save | null {
      if (cannotSave() || !isDirty()) return null
      return unanswered ?? { saveId: hooks.newId(), version: base.version, doc }
    },

    /** Writes the journal at once. */
    keepNow(): void {
      if (isDirty()) hooks.keep({ base, doc, keptAt: hooks.clock.now() })
    },

    state: (): SaveState => state,
    stored: (): StoredDocument => base,

    stop(): void {
      stopped = true
      due?.cancel()
      journalTimer?.()
    },
  }
}
