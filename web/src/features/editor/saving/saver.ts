import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { mergeDocuments } from '@ninesixteen/shared/slide/merge'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import type { Preferred } from '@ninesixteen/shared/slide/merge'
import type { Reopened } from './reopen.ts'
import type { JournalEntry, Save, SaveConflict, SaveOutcome, SaveState, StoredDocument } from './save-state.ts'

/** When a change is sent: `now` for edits that the specification saves at once, `soon` for the rest, `manual` only by the button. */
export type SaveUrgency = 'now' | 'soon' | 'manual'

/** Debounce in milliseconds. */
const WAIT = { now: 400, soon: 1500 } as const
/** Milliseconds between the starts of two saves. */
const MIN_GAP = 500
const RETRY_FIRST = 1000
const RETRY_MOST = 30_000
/** Milliseconds until unsaved work is written to the device. */
const JOURNAL_WAIT = 150

export interface Clock {
  now(): number
  /** Runs once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

export interface SaverHooks {
  send(save: Save): Promise<SaveOutcome>
  /** `closing`: the tab is closing, so only synchronous writes survive. */
  writeJournal(entry: JournalEntry, closing: boolean): void
  clearJournal(): void
  newId(): string
  clock: Clock
  /**
   * Merges remote changes into the open document and returns the result. `merged` when the changes don't overlap, else the
   * side that the user chose.
   */
  rebase(base: SlideDocument, theirs: SlideDocument, how: 'merged' | Preferred): SlideDocument
  show(state: SaveState): void
  saved(stored: StoredDocument): void
}

/**
 * Saves one open document and journals it on the device until the server acknowledges it. One save is in flight at a time; a
 * save without a response is retried unchanged before anything newer; a version that this tab hasn't merged is never overwritten.
 */
export class Saver {
  readonly #hooks: SaverHooks
  #base: StoredDocument
  #doc: SlideDocument
  /** The document with uncommitted text or an uncommitted crop: journaled, and sent only when the tab closes. */
  #typed: SlideDocument | null = null
  #state: SaveState = { kind: 'saved' }
  /** Sent, without a response so far. */
  #unanswered: Save | null = null
  #underWay = false
  #lastStart = -Infinity
  #failures = 0
  #stopped = false
  #due: { at: number; cancel(): void } | null = null
  #journalTimer: (() => void) | null = null
  /** This tab has a journal entry. */
  #isJournaled = false

  /** `unanswered` is an earlier tab's save with an unknown outcome, which is retried first. */
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

  changed(next: SlideDocument, urgency: SaveUrgency): void {
    if (next === this.#doc || this.#stopped) return
    this.#doc = next
    if (this.#state.kind === 'saved' || this.#state.kind === 'saving') this.#show({ kind: 'unsaved' })
    this.#scheduleJournal()
    if (this.#state.kind === 'conflict') this.#recheckConflict(this.#state.conflict)
    if (urgency !== 'manual') this.#schedule(WAIT[urgency])
  }

  /** `doc` includes uncommitted text or an uncommitted crop; null when it ends. */
  typing(doc: SlideDocument | null): void {
    if (this.#stopped) return
    this.#typed = doc
    if (doc) this.#scheduleJournal()
    else if (!this.#isDirty() && this.#state.kind === 'saved') this.#clearJournal()
  }

  /** Saves without debounce or backoff: on the button, when the network is back, after signing in again. */
  saveNow(): void {
    this.#failures = 0
    if (this.#state.kind === 'signed-out') this.#show({ kind: 'unsaved' })
    this.#due?.cancel()
    this.#due = null
    if (!this.#underWay) this.#schedule(0)
  }

  /** Another tab or device saved. Ignored while a save is in flight, because its response reports the same. */
  remoteSaved(theirs: StoredDocument): void {
    if (theirs.version <= this.#base.version || this.#unanswered !== null || this.#isBlocked()) return
    this.#mergeRemote(theirs)
  }

  /** The server restored an earlier version, which the document already shows. */
  restored(stored: StoredDocument): void {
    this.#base = stored
    this.#doc = stored.doc
    this.#hooks.saved(stored)
    this.#settle()
  }

  /** Resolves a conflict: overlapping changes become the preferred side's, all others are merged. */
  resolve(preferred: Preferred): void {
    if (this.#state.kind !== 'conflict') return
    const { theirs } = this.#state.conflict
    this.#state = { kind: 'unsaved' }
    this.#adoptRemote(theirs, preferred)
  }

  /** Takes the other side's version entirely, after the user's own was saved as a copy. */
  acceptTheirs(): void {
    if (this.#state.kind !== 'conflict') return
    const { theirs } = this.#state.conflict
    this.#state = { kind: 'unsaved' }
    this.#base = { ...theirs, doc: this.#doc }
    this.#adoptRemote(theirs, 'theirs')
  }

  /**
   * The save that a closing tab still has to send; null when everything is saved or the user has to choose. A save without a response is
   * retried unchanged; later edits can't know its version and stay in the journal.
   */
  unsaved(): Save | null {
    if (this.#isBlocked() || !(this.#isDirty() || this.#typed)) return null
    return this.#unanswered ?? { saveId: this.#hooks.newId(), version: this.#base.version, doc: this.#typed ?? this.#doc }
  }

  /**
   * Writes the journal now, or removes the entry when nothing is unsaved. A closing tab has no time to remove it and writes the unchanged
   * document instead.
   */
  flushJournal(closing = false): void {
    if (!this.#typed && !this.#isDirty()) {
      if (!this.#isJournaled) return
      if (!closing) return this.#clearJournal()
    }
    this.#isJournaled = true
    const doc = this.#typed ?? this.#doc
    this.#hooks.writeJournal({ base: this.#base, doc, unanswered: this.#unanswered, keptAt: this.#hooks.clock.now() }, closing)
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

  #isBlocked(): boolean {
    return this.#stopped || this.#state.kind === 'conflict' || this.#state.kind === 'gone'
  }

  #clearJournal(): void {
    this.#isJournaled = false
    this.#hooks.clearJournal()
  }

  #scheduleJournal(): void {
    this.#journalTimer ??= this.#hooks.clock.after(JOURNAL_WAIT, () => {
      this.#journalTimer = null
      this.flushJournal()
    })
  }

  #schedule(wait: number): void {
    if (this.#isBlocked()) return
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
    if (this.#underWay || this.#isBlocked()) return
    if (!this.#isDirty()) return this.#settle()
    const sent = (this.#unanswered ??= { saveId: this.#hooks.newId(), version: this.#base.version, doc: this.#doc })
    // Journal first: after a crash, the journal must know every save that may have reached the server.
    this.flushJournal()
    this.#underWay = true
    this.#lastStart = this.#hooks.clock.now()
    this.#show({ kind: 'saving' })
    const outcome = await this.#hooks.send(sent)
    this.#underWay = false
    if (!this.#stopped) this.#handleOutcome(outcome, sent)
  }

  #handleOutcome(outcome: SaveOutcome, sent: Save): void {
    if (outcome.kind === 'retry') return this.#retryLater(outcome)
    this.#failures = 0
    if (outcome.kind === 'signed-out') return this.#show({ kind: 'signed-out' })
    if (outcome.kind === 'gone') return this.#show({ kind: 'gone' })
    this.#unanswered = null
    if (outcome.kind === 'refused') return this.#show({ kind: 'failed', message: outcome.message })
    // The stored save is the common base of both sides.
    if (outcome.kind === 'conflict' && outcome.isTaken) this.#base = { ...this.#base, doc: sent.doc }
    if (outcome.kind === 'conflict') return this.#mergeRemote(outcome.current)
    this.#base = { version: outcome.version, doc: sent.doc }
    this.#hooks.saved(this.#base)
    this.#settle()
  }

  /** After a response: done, or schedules the edits made in the meantime. */
  #settle(): void {
    if (this.#isDirty()) {
      this.#show({ kind: 'unsaved' })
      this.#scheduleJournal()
      return this.#schedule(WAIT.now)
    }
    this.#journalTimer?.()
    this.#journalTimer = null
    if (this.#typed) this.#scheduleJournal()
    else this.#clearJournal()
    this.#show({ kind: 'saved' })
  }

  #retryLater({ offline, message }: { offline: boolean; message: string }): void {
    this.#show(offline ? { kind: 'offline' } : { kind: 'failed', message })
    const wait = Math.min(RETRY_MOST, RETRY_FIRST * 2 ** this.#failures)
    this.#failures += 1
    this.#schedule(wait)
  }

  #mergeRemote(theirs: StoredDocument): void {
    const { overlaps } = mergeDocuments({ base: this.#base.doc, mine: this.#doc, theirs: theirs.doc })
    if (overlaps.length > 0) return this.#show({ kind: 'conflict', conflict: { theirs, overlaps } })
    this.#adoptRemote(theirs, 'merged')
  }

  /** Edits made during a conflict can add overlaps or remove them all. */
  #recheckConflict({ theirs, overlaps: known }: SaveConflict): void {
    const { overlaps } = mergeDocuments({ base: this.#base.doc, mine: this.#doc, theirs: theirs.doc })
    if (overlaps.length > 0) {
      if (!sameData(overlaps, known)) this.#show({ kind: 'conflict', conflict: { theirs, overlaps } })
      return
    }
    this.#state = { kind: 'unsaved' }
    this.#adoptRemote(theirs, 'merged')
  }

  #adoptRemote(theirs: StoredDocument, how: 'merged' | Preferred): void {
    this.#doc = this.#hooks.rebase(this.#base.doc, theirs.doc, how)
    this.#base = theirs
    this.#settle()
  }
}
