import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { mergeDocuments, sameData } from '@ninesixteen/shared/slide/merge'
import type { Preferred } from '@ninesixteen/shared/slide/merge'
import type { Reopened } from './reopen.ts'
import type { JournalEntry, Save, SaveConflict, SaveOutcome, SaveState, StoredDocument } from './save-state.ts'

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
  /** `closing`: the page is about to go, and only what is written at once will be there. */
  keep(entry: JournalEntry, closing: boolean): void
  forget(): void
  newId(): string
  clock: Clock
  /**
   * Joins what others saved into the open document and gives the result back: `joined` when nothing overlaps, else the
   * side that the person chose.
   */
  rebase(base: SlideDocument, theirs: SlideDocument, how: 'joined' | Preferred): SlideDocument
  show(state: SaveState): void
  /** A save was acknowledged. */
  saved(stored: StoredDocument): void
}

/**
 * Brings one open document to the server and keeps it on the device until it is there. One save is under way at a time;
 * an unanswered one is repeated as it was before anything newer is sent; a version nobody here has seen is never overwritten.
 */
export class Saver {
  readonly #hooks: SaverHooks
  #base: StoredDocument
  #doc: SlideDocument
  /** With text that is still being typed: kept on the device, not sent. */
  #typed: SlideDocument | null = null
  #state: SaveState = { kind: 'saved' }
  /** Sent, and not answered yet or not answered at all. */
  #unanswered: Save | null = null
  #underWay = false
  #lastStart = -Infinity
  #failures = 0
  #stopped = false
  #due: { at: number; cancel(): void } | null = null
  #journalTimer: (() => void) | null = null
  /** Whether there is an entry of this page on the device. */
  #isKept = false

  /** `unanswered` is a save of an earlier page that may have been taken: it is repeated before anything else is sent. */
  constructor({ start, unanswered }: Pick<Reopened, 'start' | 'unanswered'>, hooks: SaverHooks) {
    this.#base = start
    this.#doc = start.doc
    this.#unanswered = unanswered
    this.#hooks = hooks
  }

  get state(): SaveState {
    return this.#state
  }

  get stored(): StoredDocument {
    return this.#base
  }

  /** The person changed the document. */
  changed(next: SlideDocument, urgency: SaveUrgency): void {
    if (next === this.#doc || this.#stopped) return
    this.#doc = next
    if (this.#state.kind === 'saved' || this.#state.kind === 'saving') this.#show({ kind: 'unsaved' })
    this.#journalSoon()
    if (this.#state.kind === 'conflict') this.#lookAgain(this.#state.conflict)
    if (urgency !== 'asked') this.#schedule(WAIT[urgency])
  }

  /** The person is typing: the document as it would be, or null when they stopped. */
  typing(doc: SlideDocument | null): void {
    this.#typed = doc
    if (doc) this.#journalSoon()
    else if (!this.#isDirty() && this.#state.kind === 'saved') this.#forget()
  }

  /** Sends without waiting: the button, the network back, the person signed in again. */
  saveNow(): void {
    this.#failures = 0
    if (this.#state.kind === 'signed-out') this.#show({ kind: 'unsaved' })
    this.#due?.cancel()
    this.#due = null
    if (!this.#underWay) this.#schedule(0)
  }

  /** Someone else saved this document. While a save of ours is under way its answer will say the same. */
  theirsArrived(theirs: StoredDocument): void {
    if (theirs.version <= this.#base.version || this.#unanswered !== null || this.#cannotSave()) return
    this.#takeTheirs(theirs)
  }

  /** The server made an earlier state the newest one, and the document shows it. */
  restored(stored: StoredDocument): void {
    this.#base = stored
    this.#doc = stored.doc
    this.#hooks.saved(stored)
    this.#settle()
  }

  /** The person's answer to a conflict. What both changed becomes the preferred side's; all else of both stays. */
  resolve(preferred: Preferred): void {
    if (this.#state.kind !== 'conflict') return
    const { theirs } = this.#state.conflict
    this.#state = { kind: 'unsaved' }
    this.#adopt(theirs, preferred)
  }

  /** The person's own version is safe elsewhere: go on with the other side's, whole. */
  replaceByTheirs(): void {
    if (this.#state.kind !== 'conflict') return
    const { theirs } = this.#state.conflict
    this.#state = { kind: 'unsaved' }
    this.#base = { ...theirs, doc: this.#doc }
    this.#adopt(theirs, 'theirs')
  }

  /**
   * What a closing page still has to send; null when nothing is unsaved or only a person can decide. A save without an answer
   * is repeated as it was: what came after it cannot know its version, and waits in the journal.
   */
  unsaved(): Save | null {
    if (this.#cannotSave() || !(this.#isDirty() || this.#typed)) return null
    return this.#unanswered ?? { saveId: this.#hooks.newId(), version: this.#base.version, doc: this.#typed ?? this.#doc }
  }

  /**
   * Writes the journal at once. Of a change that was taken back nothing may stay there; a page that closes has no time to remove it, and says
   * instead that nothing is left.
   */
  keepNow(closing = false): void {
    if (!this.#typed && !this.#isDirty()) {
      if (!this.#isKept) return
      if (!closing) return this.#forget()
    }
    this.#isKept = true
    const doc = this.#typed ?? this.#doc
    this.#hooks.keep({ base: this.#base, doc, unanswered: this.#unanswered, keptAt: this.#hooks.clock.now() }, closing)
  }

  stop(): void {
    this.#stopped = true
    this.#due?.cancel()
    this.#journalTimer?.()
  }

  #show(next: SaveState): void {
    this.#state = next
    this.#hooks.show(next)
  }

  #isDirty(): boolean {
    return this.#unanswered !== null || !(this.#doc === this.#base.doc || sameData(this.#doc, this.#base.doc))
  }

  #cannotSave(): boolean {
    return this.#stopped || this.#state.kind === 'conflict' || this.#state.kind === 'gone'
  }

  #forget(): void {
    this.#isKept = false
    this.#hooks.forget()
  }

  #journalSoon(): void {
    this.#journalTimer ??= this.#hooks.clock.after(JOURNAL_WAIT, () => {
      this.#journalTimer = null
      this.keepNow()
    })
  }

  #schedule(wait: number): void {
    if (this.#cannotSave()) return
    const { clock } = this.#hooks
    const at = Math.max(clock.now() + wait, this.#lastStart + MIN_GAP)
    if (this.#due && this.#due.at <= at) return
    this.#due?.cancel()
    const cancel = clock.after(at - clock.now(), () => {
      this.#due = null
      void this.#save()
    })
    this.#due = { at, cancel }
  }

  async #save(): Promise<void> {
    if (this.#underWay || this.#cannotSave()) return
    if (!this.#isDirty()) return this.#settle()
    const sent = (this.#unanswered ??= { saveId: this.#hooks.newId(), version: this.#base.version, doc: this.#doc })
    // First on the device: after a crash the server must never have something which the journal does not know of.
    this.keepNow()
    this.#underWay = true
    this.#lastStart = this.#hooks.clock.now()
    this.#show({ kind: 'saving' })
    const outcome = await this.#hooks.send(sent)
    this.#underWay = false
    if (!this.#stopped) this.#take(outcome, sent)
  }

  #take(outcome: SaveOutcome, sent: Save): void {
    if (outcome.kind === 'retry') return this.#retryLater(outcome)
    this.#failures = 0
    if (outcome.kind === 'signed-out') return this.#show({ kind: 'signed-out' })
    if (outcome.kind === 'gone') return this.#show({ kind: 'gone' })
    this.#unanswered = null
    if (outcome.kind === 'refused') return this.#show({ kind: 'failed', message: outcome.message })
    // What was taken is in theirs, or was changed there by somebody who had seen it.
    if (outcome.kind === 'conflict' && outcome.isTaken) this.#base = { ...this.#base, doc: sent.doc }
    if (outcome.kind === 'conflict') return this.#takeTheirs(outcome.current)
    this.#base = { version: outcome.version, doc: sent.doc }
    this.#hooks.saved(this.#base)
    this.#settle()
  }

  /** After an answer: done, or what was changed meanwhile goes next. */
  #settle(): void {
    if (this.#isDirty()) {
      this.#show({ kind: 'unsaved' })
      this.#journalSoon()
      return this.#schedule(WAIT.now)
    }
    this.#journalTimer?.()
    this.#journalTimer = null
    if (this.#typed) this.#journalSoon()
    else this.#forget()
    this.#show({ kind: 'saved' })
  }

  #retryLater({ offline, message }: { offline: boolean; message: string }): void {
    this.#show(offline ? { kind: 'offline' } : { kind: 'failed', message })
    const wait = Math.min(RETRY_MOST, RETRY_FIRST * 2 ** this.#failures)
    this.#failures += 1
    this.#schedule(wait)
  }

  #takeTheirs(theirs: StoredDocument): void {
    const { overlaps } = mergeDocuments({ base: this.#base.doc, mine: this.#doc, theirs: theirs.doc })
    if (overlaps.length > 0) return this.#show({ kind: 'conflict', conflict: { theirs, overlaps } })
    this.#adopt(theirs, 'joined')
  }

  /** Who goes on editing before the answer may touch more of what the other side changed, or take back what was asked about. */
  #lookAgain({ theirs, overlaps: known }: SaveConflict): void {
    const { overlaps } = mergeDocuments({ base: this.#base.doc, mine: this.#doc, theirs: theirs.doc })
    if (overlaps.length > 0) {
      if (!sameData(overlaps, known)) this.#show({ kind: 'conflict', conflict: { theirs, overlaps } })
      return
    }
    this.#state = { kind: 'unsaved' }
    this.#adopt(theirs, 'joined')
  }

  #adopt(theirs: StoredDocument, how: 'joined' | Preferred): void {
    this.#doc = this.#hooks.rebase(this.#base.doc, theirs.doc, how)
    this.#base = theirs
    this.#settle()
  }
}
