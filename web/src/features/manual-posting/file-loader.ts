import type { ManualPostingFile } from '@ninesixteen/shared/api/manual-posting'
import { errorFromResponse, toApiError, type ApiError } from '../../api/api-error.ts'

export interface LoadingFile extends ManualPostingFile {
  state: 'waiting' | 'loading' | 'ready' | 'failed'
  /** The loaded file, to show and save; null before. */
  blob: File | null
  shownUrl: string | null
}

export interface FileLoader {
  /** The first subscriber starts loading; when the last one leaves, all files are released. */
  subscribe(changed: () => void): () => void
  files(): readonly LoadingFile[]
  /** Loads the failed files again. */
  retry(): void
}

/** Browser functions, replaced in tests. */
export interface LoaderWays {
  fetch: typeof fetch
  /** Waits between two tries of a file. */
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

/** Concurrent downloads: few, so that the first slides appear early on a slow connection. */
const AT_ONCE = 3
/** Pauses before automatic retries of a file. */
const PAUSES_MS = [500, 1500, 4000]

/** Loads the files of a post completely, to share, save and show them without a network. */
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

  /** Fetches with retries; null if all fail. */
  async function fetchWithRetries(file: ManualPostingFile, signal: AbortSignal): Promise<File | null> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await fetchFile(file, signal)
      } catch (cause) {
        const ms = isTemporary(toApiError(cause)) ? PAUSES_MS[tries] : undefined
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
    const blob = await fetchWithRetries(file, signal)
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

/** No connection, a rate limit, or a server that is not ready. */
function isTemporary({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}
