import { vi } from 'vitest'

/** Until globals are given back, a request may be for a path alone, as it may in a page. */
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
