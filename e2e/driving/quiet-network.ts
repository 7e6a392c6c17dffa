import { expect, type Page, type Request } from '@playwright/test'

const QUIET_MS = 500

/** Tracks the page's requests; returns a function that waits until none is left. The stream of changes stays open and is ignored. */
export function watchNetwork(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let movedAt = Date.now()
  const ended = (request: Request): void => {
    open.delete(request)
    movedAt = Date.now()
  }
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    open.add(request)
    movedAt = Date.now()
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return () =>
    expect.poll(() => open.size === 0 && Date.now() - movedAt > QUIET_MS, { message: 'the page asks for nothing more' }).toBe(true)
}
