import { createStore, type StoreApi } from 'zustand/vanilla'
import { videoPhotos } from '@ninesixteen/shared/video/photos'
import { errorText } from '../../api/api-error.ts'
import { notify } from '../../components/toast.tsx'
import type { ExportContent, ExportJob, ExportOutcome, ExportProgress, ExportWork } from './export-job.ts'
import { imagesOf, keyOf, type Missing, omitMissing } from './without-photos.ts'
import { isVideoTarget, type TargetId } from './targets.ts'
import { videoPhotosQuery } from '../../api/library-photos.ts'
import { queryClient } from '../../app/query-client.ts'
import { runDriveAllFormats, runDrivePdf, runDriveSlides, runDriveVideo } from './run-drive.ts'
import { runPdf } from './run-pdf.ts'
import { runCopy, runSlide, runZip } from './run-slides.ts'
import { runVideo } from './run-video.ts'
import { warmExport } from '../../painter/export-slides.ts'
import { warmVideo } from '../../painter/video/make-video.ts'
import type { FileVariant } from '@ninesixteen/shared/api/media'
import { fileUrl } from '../../api/file-urls.ts'

/** Runs each target. */
const RUNS: Record<TargetId, (work: ExportWork) => Promise<ExportOutcome>> = {
  zip: runZip,
  'all-formats': runZip,
  pdf: runPdf,
  slide: runSlide,
  copy: runCopy,
  video: runVideo,
  'drive-slides': runDriveSlides,
  'drive-all-formats': runDriveAllFormats,
  'drive-pdf': runDrivePdf,
  'drive-video': runDriveVideo,
}

function runTarget(work: ExportWork): Promise<ExportOutcome> {
  return RUNS[work.job.target](work)
}

/** The photos of a multi-photo video, in the order of its preview. */
async function photosOf({ projectId, companyId, slides }: ExportJob): Promise<string[]> {
  const { photos } = await queryClient.ensureQueryData(videoPhotosQuery(projectId, companyId))
  const background = slides[0]?.backgroundImage ?? null
  return videoPhotos({ projectId, background, library: { all: photos, ofCompany: [] }, fallback: { backgrounds: [], library: [] } })
}

/** The content that an export renders. */
async function contentOf(job: ExportJob): Promise<ExportContent> {
  const { slides, firstNumber, formats, target, options } = job
  const photos = isVideoTarget(target) && job.isVideo ? await photosOf(job) : null
  return { slides, firstNumber, formats, scale: isVideoTarget(target) ? 1 : options.scale, photos }
}

/** A thumbnail of the overlay: rendered, or a stored photo by its path; null for none. */
export type Thumbnail = { bitmap: ImageBitmap } | { photo: string } | null

export type ExportState =
  | { step: 'working'; progress: ExportProgress | null }
  /** Photos are missing; the user decides whether to continue without them. */
  | { step: 'asking'; missing: Missing }
  | { step: 'failed'; message: string }
  | { step: 'ended'; outcome: ExportOutcome }

/** A running or finished export. */
export interface ExportRun {
  job: ExportJob
  state: StoreApi<ExportState>
  /** Finished slides, or the photos of a video, by index. */
  pictures: StoreApi<readonly (Thumbnail | undefined)[]>
  /** Continues without the missing photos. */
  continueWithout(): void
  retry(): void
  /** Aborts without downloading partial files. */
  stop(): void
}

class PhotosMissing extends Error {
  readonly missing: Missing

  constructor(missing: Missing) {
    super(missing.words.join(', '))
    this.name = 'PhotosMissing'
    this.missing = missing
  }
}

async function checkedContent(job: ExportJob, signal: AbortSignal): Promise<ExportContent> {
  const content = await contentOf(job)
  const missing = await findMissing(content, signal)
  signal.throwIfAborted()
  if (missing) throw new PhotosMissing(missing)
  return content
}

/** Closing the tab would lose the files. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function failureOf(job: ExportJob, error: unknown): ExportState {
  if (error instanceof PhotosMissing) return { step: 'asking', missing: error.missing }
  const words = errorText(error)
  return { step: 'failed', message: isVideoTarget(job.target) ? `Failed to export video: ${words}` : `Failed to export slides: ${words}` }
}

/** Starts an export. Call it in the click handler: the clipboard requires it. */
export function startExport(job: ExportJob): ExportRun {
  const state = createStore<ExportState>(() => ({ step: 'working', progress: null }))
  const pictures = createStore<readonly (Thumbnail | undefined)[]>(() => [])
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
      recording: (photos) =>
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
    // The workers start while the photos are being checked.
    warmFor(job.target)
    try {
      const outcome = await carryOut(signal, known)
      if (signal.aborted) return
      if (outcome.kind === 'toast') notify.ok(outcome.words)
      state.setState({ step: 'ended', outcome })
    } catch (error) {
      if (!signal.aborted) state.setState(failureOf(job, error))
    } finally {
      if (running.signal === signal) removeEventListener('beforeunload', warn)
    }
  }

  void run(null)
  return {
    job,
    state,
    pictures,
    continueWithout() {
      const now = state.getState()
      if (now.step === 'asking') void run(now.missing.rest)
    },
    retry: () => void run(null),
    stop() {
      running.abort()
      removeEventListener('beforeunload', warn)
    },
  }
}

/** Starts the workers of a likely export, and no others, which would compete for the CPU. */
export function warmFor(target: TargetId): void {
  if (isVideoTarget(target)) warmVideo()
  else warmExport()
}

/** Whether a stored photo is available. Makes the painter's request early, so that the browser caches the response. */
async function isAvailable(path: string, variant: FileVariant, signal: AbortSignal): Promise<boolean> {
  const url = await fileUrl(path, variant)
  if (url === null) return false
  try {
    const response = await fetch(url, { signal })
    // Read completely for the cache, but streamed: the originals of 35 photos take 150 MB.
    await response.body?.pipeTo(new WritableStream())
    return response.ok
  } catch (error) {
    signal.throwIfAborted()
    console.info(`Could not load a photo (${path}).`, error)
    return false
  }
}

/** Checks every photo of an export. Null if none is missing. */
async function findMissing(content: ExportContent, signal: AbortSignal): Promise<Missing | null> {
  const wanted = new Map<string, { path: string; variant: FileVariant }>()
  const photos = (content.photos ?? []).map((path) => ({ path, variant: 'cover' as const }))
  const ofSlides = content.slides.flatMap((slide) => imagesOf(slide, content))
  for (const one of [...ofSlides, ...photos]) wanted.set(keyOf(one.path, one.variant), one)
  const missing = await Promise.all(
    [...wanted].map(async ([key, { path, variant }]) => ((await isAvailable(path, variant, signal)) ? [] : [key])),
  )
  return omitMissing(content, new Set(missing.flat()))
}
