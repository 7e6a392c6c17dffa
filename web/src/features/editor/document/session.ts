import type { Project } from '@ninesixteen/shared/api/projects'
import type { BoxRef } from '@ninesixteen/shared/slide/box'
import { applyEdit } from '@ninesixteen/shared/slide/edit'
import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { chosenFormat } from '../../../app/format-choice.ts'
import { useStudioStore } from '../../../app/studio-store.ts'
import { createDraftStore, type DraftStore } from './draft.ts'
import { refuseLocked } from './locked.ts'
import { snapArea } from '../stage/safe-area-choice.ts'
import { createEditorStore, type EditorStore, type ChangeCause } from './editor-store.ts'
import { createGestureMachine, type GestureMachine } from '../gestures/machine.ts'
import { knownPhotoSize } from '../design/photo-size.ts'
import { newUuid } from '../../../api/new-id.ts'
import { notify } from '../../../components/toast.tsx'
import { mergeRemote } from '../saving/merge-remote.ts'
import { openJournal, type UnsavedWork } from '../saving/journal.ts'
import { createOlderWork, type OlderWork, restoredWork, type RestoredWork } from '../saving/unsaved-journal.ts'
import { joinOpenTabs } from '../saving/open-tabs.ts'
import type { SaveState, StoredDocument } from '../saving/save-state.ts'
import { createRewriter, type Rewriter, type RewriterDeps } from '../rewriting/rewriter.ts'
import { reopen } from '../saving/reopen.ts'
import { Saver, type SaveUrgency } from '../saving/saver.ts'
import { sendOnClose, sendSave } from '../saving/send-save.ts'
import { watchConnection } from '../saving/watch-connection.ts'

export interface SessionStatus {
  save: SaveState
  /** Number of acknowledged saves; each one shows "Saved!" briefly. */
  saves: number
  /** Number of other tabs of this browser with the same project. */
  otherTabs: number
  /** When the work restored on opening was written (ms since 1970); null without restored work. */
  restoredFrom: number | null
  /** The browser refuses to store unsaved work. */
  journalBlocked: boolean
  /** The slideshow's company; null for none. */
  companyId: string | null
}

/** One open project: its document, the running gesture and saving. */
export interface EditorSession {
  project: Pick<Project, 'id' | 'contentType' | 'contentStyle' | 'topic' | 'language' | 'variants'>
  store: EditorStore
  draft: DraftStore
  gestures: GestureMachine
  rewriter: Rewriter
  saver: Saver
  status: StoreApi<SessionStatus>
  /** Null when no work was restored on opening. */
  restored: RestoredWork | null
  olderWork: OlderWork
  /** Merges what was saved elsewhere. */
  catchUp(): Promise<void>
  close(): void
}

export interface SessionDeps {
  load(): Promise<Project>
  /** Loads the latest version after another tab has saved. */
  reload(): Promise<Project>
  autoSave(): boolean
  saved(projectId: string, stored: StoredDocument): void
}

export function storedOf(project: Project): StoredDocument {
  return { version: project.version, doc: { title: project.title, slides: project.slides } }
}

/** Opens a project and restores work that an earlier tab could not save. */
export async function openSession(projectId: string, deps: SessionDeps): Promise<EditorSession> {
  const tabId = newUuid()
  const status = createStore<SessionStatus>(() => ({
    save: { kind: 'saved' },
    saves: 0,
    otherTabs: 0,
    restoredFrom: null,
    journalBlocked: false,
    companyId: null,
  }))
  const blocked = (): void => status.setState({ journalBlocked: true })
  const journal = openJournal(projectId, tabId, blocked)
  let session: EditorSession | null = null
  const tabs = joinOpenTabs(projectId, tabId, {
    othersChanged: (otherTabs) => status.setState({ otherTabs }),
    saved: (version) => void (session && version > session.saver.stored.version && catchUp(session, deps)),
  })
  try {
    const [project, left] = await Promise.all([
      deps.load(),
      journal.abandoned(tabs).catch((): UnsavedWork[] => {
        blocked()
        return []
      }),
    ])
    session = assemble({ project, left, deps, status, journal, tabs })
    return session
  } catch (error) {
    tabs.leave()
    throw error
  }
}

interface Parts {
  project: Project
  /** Oldest first. */
  left: readonly UnsavedWork[]
  deps: SessionDeps
  status: StoreApi<SessionStatus>
  journal: ReturnType<typeof openJournal>
  tabs: ReturnType<typeof joinOpenTabs>
}

/** The gestures of an open slideshow. */
function gesturesOf(store: EditorStore, { saver, draft }: { saver: Saver; draft: DraftStore }): GestureMachine {
  return createGestureMachine({
    slide: store.slide,
    selection: () => store.getState().history.present.selection,
    select: store.select,
    perform: store.perform,
    announce: store.announce,
    setEditing: (editing: BoxRef | null) => store.setState({ editing }),
    setAdjusting: (adjusting) => store.setState({ adjusting }),
    crop: (cropping) => store.setState({ cropping }),
    photoToAdjust: () => {
      const { isOpen, tab } = store.getState().design
      const { backgroundImage, format } = store.slide()
      const size = isOpen && tab === 'photo' ? knownPhotoSize(backgroundImage) : null
      return size && { ...size, format }
    },
    safeArea: () => snapArea(store.slide().format ?? MAIN_FORMAT),
    refuseLocked: (deed) => void refuseLocked(store, deed),
    setTyped: (typed) => saver.typing(typed && applyEdit(store.doc(), { type: 'set-text', ...typed })),
    offerDiscarded(edit) {
      const restore = store.offerRedo(edit)
      if (restore) notify.action('Your text was discarded.', { label: 'Restore text', onClick: restore })
    },
    draft,
    newId: newUuid,
  })
}

function assemble({ project, left, deps, status, journal, tabs }: Parts): EditorSession {
  status.setState({ companyId: project.companyId })
  const server = storedOf(project)
  const newest = left.at(-1)
  const opened = reopen(newest?.entry, server)
  const { work } = opened
  const changed = (doc: SlideDocument, cause: ChangeCause): void => saver.changed(doc, urgencyOf(cause, deps.autoSave()))
  const store = createEditorStore(opened.start.doc, changed, project.contentType === 'multi-photo-video' ? MAIN_FORMAT : chosenFormat())
  const saver = new Saver(opened, {
    send: (save) => sendSave(project.id, save),
    writeJournal: journal.write,
    clearJournal: journal.clear,
    newId: newUuid,
    clock: browserClock,
    rebase: (base, theirs, how) => mergeRemote(store, { base, theirs, how }),
    show: (save) => status.setState({ save }),
    saved: (stored) => {
      status.setState(({ saves }) => ({ saves: saves + 1 }))
      tabs.broadcastSaved(stored.version)
      deps.saved(project.id, stored)
    },
  })
  const draft = createDraftStore()
  const gestures = gesturesOf(store, { saver, draft })
  const rewriter = createRewriter({
    project,
    companyId: () => status.getState().companyId,
    store,
    writing: () => useStudioStore.getState().writing,
    requestRewrite,
  })
  let restored: RestoredWork | null = null
  if (newest && work) {
    // The restored work is one undo step on its own base; then the server's newer version is merged.
    store.replace(work, 'restore')
    saver.remoteSaved(server)
    restored = restoredWork(store, server.doc)
    if (restored) status.setState({ restoredFrom: newest.entry.keptAt })
    saver.flushJournal()
  }
  if (newest) void journal.remove(newest.key)
  const olderWork = createOlderWork(left.slice(0, -1), { store, journal })
  const stopWatching = watchConnection(saver, project.id, (save) => sendOnClose(project.id, save))
  return {
    project,
    store,
    draft,
    gestures,
    rewriter,
    saver,
    status,
    restored,
    olderWork,
    catchUp: () => catchUp({ saver, store }, deps),
    close() {
      rewriter.dismiss()
      gestures.send({ type: 'leave' })
      saver.flushJournal()
      const rest = saver.unsaved()
      // Navigating within the studio: save the last changes without waiting for the debounce.
      if (rest) void sendSave(project.id, rest).then((outcome) => outcome.kind === 'saved' && journal.clear())
      saver.stop()
      stopWatching()
      tabs.leave()
    },
  }
}

const requestRewrite: RewriterDeps['requestRewrite'] = async (...args) =>
  (await import('../rewriting/request-rewrite.ts')).requestRewrite(...args)

const browserClock = {
  now: () => Date.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

async function catchUp({ saver, store }: Pick<EditorSession, 'saver' | 'store'>, deps: SessionDeps): Promise<void> {
  try {
    saver.remoteSaved(storedOf(await deps.reload()))
  } catch {
    // The next save gets a 412 and merges the newer version then.
    store.announce('Changes from another tab couldn’t be loaded yet.')
  }
}

/** Edits that the specification saves at once regardless of the setting: text boxes, image boxes, slide order. */
const AT_ONCE: ReadonlySet<ChangeCause> = new Set([
  'set-text',
  'set-frames',
  'move-boxes',
  'add-boxes',
  'delete-boxes',
  'style-boxes',
  'style-texts',
  'style-slides',
  'order-boxes',
  'stack-boxes',
  'reset-format',
  'move-slides',
  'undo',
  'redo',
  'restore',
  'rebase',
])

/** Without autosave, other edits stay on the device until the user saves. */
function urgencyOf(cause: ChangeCause, autoSave: boolean): SaveUrgency {
  if (AT_ONCE.has(cause)) return 'now'
  return autoSave ? 'soon' : 'manual'
}
