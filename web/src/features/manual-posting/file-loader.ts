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
  subscribe(listener: () => void): () => void
  files(): readonly LoadingFile[]
  /** Loads the failed files again. */
  retry(): void
}

/** Browser functions, replaced in tests. */
export interface BrowserFunctions {
  fetch: typeof fetch
  /** Waits between two tries of a file. */
  pause(ms: number): Promise<void>
  urlOf(blob: Blob): string
  release(url: string): void
}

const BROWSER: BrowserFunctions = {
  fetch: (...request) => fetch(...request),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  urlOf: (blob) => URL.createObjectURL(blob),
  release: (url) => URL.revokeObjectURL(url),
}

/** Concurrent downloads: few, so that the first slides appear early on a slow connection. */
const CONCURRENT_MAX = 3
/** Pauses before automatic retries of a file. */
const PAUSES_MS = [500, 1500, 4000]

/** Loads the files of a post completely, to share, save and show them without a network. */
export function createFileLoader(postFiles: readonly ManualPostingFile[], browser: BrowserFunctions = BROWSER): FileLoader {
  const unloaded: readonly LoadingFile[] = postFiles.map((file) => ({ ...file, state: 'waiting', blob: null, shownUrl: null }))
  const listeners = new Set<() => void>()
  let files = unloaded
  let session = { ended: new AbortController(), active: 0 }

  function update(at: number, to: Partial<LoadingFile>): void {
    files = files.map((file, index) => (index === at ? { ...file, ...to } : file))
    for (const listener of listeners) listener()
  }

  async function fetchFile({ url, name, mimeType }: ManualPostingFile, signal: AbortSignal): Promise<File> {
    const response = await browser.fetch(url, { credentials: 'omit', signal })
    if (!response.ok) throw await errorFromResponse(response)
    return new File([await response.blob()], name, { type: mimeType })
  }

  /** Fetches with retries; null if all fail. */
  async function fetchWithRetries(file: ManualPostingFile, signal: AbortSignal): Promise<File | null> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await fetchFile(file, signal)
      } catch (error) {
        const ms = isTemporary(toApiError(error)) ? PAUSES_MS[tries] : undefined
        if (ms === undefined || signal.aborted) return null
        await browser.pause(ms)
      }
    }
  }

  async function loadNext(): Promise<void> {
    const ownSession = session
    const { signal } = ownSession.ended
    const index = files.findIndex(({ state }) => state === 'waiting')
    const file = files[index]
    if (!file || ownSession.active >= CONCURRENT_MAX) return
    ownSession.active += 1
    update(index, { state: 'loading' })
    const blob = await fetchWithRetries(file, signal)
    if (signal.aborted) return
    ownSession.active -= 1
    update(index, blob ? { state: 'ready', blob, shownUrl: browser.urlOf(blob) } : { state: 'failed' })
    void loadNext()
  }

  function load(): void {
    for (let count = 0; count < CONCURRENT_MAX; count += 1) void loadNext()
  }

  function end(): void {
    session.ended.abort()
    session = { ended: new AbortController(), active: 0 }
    for (const { shownUrl } of files) if (shownUrl !== null) browser.release(shownUrl)
    files = unloaded
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) load()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) end()
      }
    },
    files: () => files,
    retry() {
      for (const [at, { state }] of files.entries()) if (state === 'failed') update(at, { state: 'waiting' })
      load()
    },
  }
}

/** No connection, a rate limit, or a server that is not ready. */
function isTemporary({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}
