import { createStore, type StoreApi } from 'zustand/vanilla'
import { errorText } from '../../api/api-error.ts'
import { notify } from '../../components/toast.tsx'
import { contentOf } from './export-content.ts'
import type { ExportContent, ExportJob, ExportOutcome, ExportProgress } from './export-job.ts'
import type { Lost } from './without-photos.ts'
import { findLost } from './missing-photos.ts'
import { runTarget } from './run-target.ts'
import { isFilm } from './targets.ts'
import { warmFor } from './warm-export.ts'

/** A small picture of the overlay: drawn here, or a stored photo by its path; null for none. */
export type SmallPicture = { bitmap: ImageBitmap } | { photo: string } | null

export type ExportState =
  | { step: 'working'; progress: ExportProgress | null }
  /** Pictures are gone; the person says whether the rest is wanted without them. */
  | { step: 'asking'; lost: Lost }
  | { step: 'failed'; message: string }
  | { step: 'ended'; outcome: ExportOutcome }

/** One export under way, and what came of it. */
export interface Exporting {
  job: ExportJob
  state: StoreApi<ExportState>
  /** Slides that are finished, or the photos of a film, by their place. */
  pictures: StoreApi<readonly (SmallPicture | undefined)[]>
  /** Goes on without what is gone. */
  goOn(): void
  retry(): void
  /** Stops what is under way; nothing half is handed over. */
  stop(): void
}

class PicturesAreLost extends Error {
  readonly lost: Lost

  constructor(lost: Lost) {
    super(lost.words.join(', '))
    this.name = 'PicturesAreLost'
    this.lost = lost
  }
}

async function checkedContent(job: ExportJob, signal: AbortSignal): Promise<ExportContent> {
  const content = await contentOf(job)
  const lost = await findLost(content, signal)
  signal.throwIfAborted()
  if (lost) throw new PicturesAreLost(lost)
  return content
}

/** Closing the tab in the middle would lose the files. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function endingOf(job: ExportJob, cause: unknown): ExportState {
  if (cause instanceof PicturesAreLost) return { step: 'asking', lost: cause.lost }
  const words = errorText(cause)
  return { step: 'failed', message: isFilm(job.target) ? `Failed to export video: ${words}` : `Failed to export slides: ${words}` }
}

/** Begins an export at once, within the click that asked for it. */
export function startExport(job: ExportJob): Exporting {
  const state = createStore<ExportState>(() => ({ step: 'working', progress: null }))
  const pictures = createStore<readonly (SmallPicture | undefined)[]>(() => [])
  let running = new AbortController()

  const carryOut = async (signal: AbortSignal, known: ExportContent | null): Promise<ExportOutcome> =>
    runTarget({
      job,
      signal,
      content: () => (known ? Promise.resolve(known) : checkedContent(job, signal)),
      progress: (progress) => {
        if (!signal.aborted) state.setState({ step: 'working', progress })
      },
      drawn: (index, { thumbnail }) =>
        pictures.setState((before) => Object.assign([...before], { [index]: thumbnail && { bitmap: thumbnail } }), true),
      filming: (photos) =>
        pictures.setState(
          photos.map((photo) => (photo === null ? null : { photo })),
          true,
        ),
    })

  const run = async (known: ExportContent | null): Promise<void> => {
    running.abort()
    running = new AbortController()
    const { signal } = running
    state.setState({ step: 'working', progress: null })
    pictures.setState([], true)
    addEventListener('beforeunload', warn)
    // The workers start while the photos are looked for.
    warmFor(job.target)
    try {
      const outcome = await carryOut(signal, known)
      if (signal.aborted) return
      if (outcome.kind === 'told') notify.ok(outcome.words)
      state.setState({ step: 'ended', outcome })
    } catch (cause) {
      if (!signal.aborted) state.setState(endingOf(job, cause))
    } finally {
      if (running.signal === signal) removeEventListener('beforeunload', warn)
    }
  }

  void run(null)
  return {
    job,
    state,
    pictures,
    goOn() {
      const now = state.getState()
      if (now.step === 'asking') void run(now.lost.rest)
    },
    retry: () => void run(null),
    stop() {
      running.abort()
      removeEventListener('beforeunload', warn)
    },
  }
}
