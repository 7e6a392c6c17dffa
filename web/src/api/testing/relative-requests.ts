import { vi } from 'vitest'

/** Lets tests create requests for relative paths, as pages can, until globals are unstubbed. */
export function allowRelativeRequests(origin = 'http://localhost'): void {
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init?: RequestInit) {
        super(new URL(path, origin), init)
      }
    },
  )
}
