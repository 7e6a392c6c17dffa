import type { ManualPostingFile } from '@ninesixteen/shared/api/manual-posting'
import { errorFromResponse, toApiError, type ApiError } from '../../api/api-error.ts'

export interface LoadingFile extends ManualPostingFile {
  state: 'waiting' | 'loading' | 'ready' | 'failed'
  /** As it can be shown and saved, once it is there. */
  blob: File | null
  shownUrl: string | null
}

export interface FileLoader {
  /** Whoever is told first begins the loading, and with the last one who goes all that was loaded is given back. */
  subscribe(changed: () => void): () => void
  files(): readonly LoadingFile[]
  /** Loads what did not arrive. */
  retry(): void
}

/** What a test replaces. */
export interface LoaderWays {
  fetch: typeof fetch
  /** Between two tries of a file, in milliseconds. */
  pause(ms: number): Promise<void>
  urlOf(blob: Blob): string
  release(url: string): void
}

const BROWSER: LoaderWays = {
  fetch: (...request) => fetch(...request),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  urlOf: (blob) => URL.createObjectURL(blob),
  release: (url) => URL.revokeObjectURL(url),
}

/** Few at a time: the first pictures are seen early on a slow line. */
const AT_ONCE = 3
/** Before a file is tried again by itself, in milliseconds. */
const PAUSES_MS = [500, 1500, 4000]

/** Brings the files of a post onto the phone, where they are needed whole: to be shared, saved, and seen without a network. */
export function createFileLoader(wanted: readonly ManualPostingFile[], ways: LoaderWays = BROWSER): FileLoader {
  const none: readonly LoadingFile[] = wanted.map((file) => ({ ...file, state: 'waiting', blob: null, shownUrl: null }))
  const listeners = new Set<() => void>()
  let files = none
  let run = { ended: new AbortController(), underWay: 0 }

  function change(at: number, to: Partial<LoadingFile>): void {
    files = files.map((file, index) => (index === at ? { ...file, ...to } : file))
    for (const changed of listeners) changed()
  }

  async function fetchFile({ url, name, mimeType }: ManualPostingFile, signal: AbortSignal): Promise<File> {
    const response = await ways.fetch(url, { credentials: 'omit', signal })
    if (!response.ok) throw await errorFromResponse(response)
    return new File([await response.blob()], name, { type: mimeType })
  }

  /** With several tries; null when it does not arrive. */
  async function bring(file: ManualPostingFile, signal: AbortSignal): Promise<File | null> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await fetchFile(file, signal)
      } catch (cause) {
        const ms = mayHelp(toApiError(cause)) ? PAUSES_MS[tries] : undefined
        if (ms === undefined || signal.aborted) return null
        await ways.pause(ms)
      }
    }
  }

  async function next(): Promise<void> {
    const mine = run
    const { signal } = mine.ended
    const at = files.findIndex(({ state }) => state === 'waiting')
    const file = files[at]
    if (!file || mine.underWay >= AT_ONCE) return
    mine.underWay += 1
    change(at, { state: 'loading' })
    const blob = await bring(file, signal)
    if (signal.aborted) return
    mine.underWay -= 1
    change(at, blob ? { state: 'ready', blob, shownUrl: ways.urlOf(blob) } : { state: 'failed' })
    void next()
  }

  function load(): void {
    for (let count = 0; count < AT_ONCE; count += 1) void next()
  }

  function end(): void {
    run.ended.abort()
    run = { ended: new AbortController(), underWay: 0 }
    for (const { shownUrl } of files) if (shownUrl !== null) ways.release(shownUrl)
    files = none
  }

  return {
    subscribe(changed) {
      listeners.add(changed)
      if (listeners.size === 1) load()
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0) end()
      }
    },
    files: () => files,
    retry() {
      for (const [at, { state }] of files.entries()) if (state === 'failed') change(at, { state: 'waiting' })
      load()
    },
  }
}

/** Nothing reached, too much asked, or a server that is not ready: later it may be otherwise. */
function mayHelp({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}
