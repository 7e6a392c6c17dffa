import type { Slide } from '@ninesixteen/shared/slide/model'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { fileUrl } from '../../api/file-urls.ts'
import { exportSlides, warmExport } from '../../painter/export-slides.ts'
import { slidesWithMissingPhotos } from './missing-photos.ts'
import { fileNameOf, saveFile, slideFileName } from './save-file.ts'

/** Loaded by the first export of all slides. */
const loadZip = () => import('./zip-slides.ts')

export interface ExportJob {
  slides: readonly Slide[]
  /** The file name's beginning. */
  title: string
  /** Number, counted from 1, of the only slide that is wanted; null for all of them in one archive. */
  only: number | null
}

export type ExportState =
  | { step: 'idle' }
  | { step: 'drawing'; job: ExportJob; done: number }
  /** Photos are gone; the person says whether the slides are wanted without them. */
  | { step: 'asking'; job: ExportJob; missing: readonly number[] }
  | { step: 'failed'; job: ExportJob; message: string }
  | { step: 'done'; job: ExportJob }

export interface Exporting {
  state: ExportState
  start(job: ExportJob): void
  /** Goes on without the photos that are gone. */
  goOn(): void
  cancel(): void
}

/** Draws the slides as they are seen now and hands them over as files. */
export function useExport(): Exporting {
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)
  const busy = state.step === 'drawing'

  // Closing the tab in the middle would lose the files.
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [busy])
  useEffect(() => () => running.current?.abort(), [])

  const cancel = useCallback(() => {
    running.current?.abort()
    setState({ step: 'idle' })
  }, [])

  const run = async (job: ExportJob, evenIncomplete: boolean): Promise<void> => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ step: 'drawing', job, done: 0 })
    // The workers start while the photos are looked for.
    warmExport()
    try {
      const missing = evenIncomplete ? [] : await slidesWithMissingPhotos(job.slides, signal)
      signal.throwIfAborted()
      if (missing.length > 0) return setState({ step: 'asking', job, missing })
      const files = await exportSlides(job.slides, {
        resolveUrl: fileUrl,
        format: 'png',
        signal,
        onProgress: (done) => setState({ step: 'drawing', job, done }),
      })
      await deliver(job, files)
      signal.throwIfAborted()
      setState({ step: 'done', job })
    } catch (cause) {
      if (signal.aborted) return
      setState({ step: 'failed', job, message: errorText(cause) })
    }
  }

  return {
    state,
    start: (job) => void run(job, false),
    goOn: () => {
      if (state.step === 'asking') void run(state.job, true)
    },
    cancel,
  }
}

async function deliver({ title, only }: ExportJob, files: readonly Blob[]): Promise<void> {
  const [first] = files
  if (only !== null && first) saveFile(first, slideFileName(only))
  else {
    const { zipSlides } = await loadZip()
    saveFile(await zipSlides(files), fileNameOf(title, 'zip'))
  }
}
