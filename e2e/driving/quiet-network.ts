import { expect, type Page, type Request } from '@playwright/test'

const QUIET_MS = 500

/** From here on, what a page asks for; gives back what waits until it asks for nothing any more. Its stream of changes stays open all the time. */
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
