import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const QUIET_MS = 500
const MOST_MS = 60_000

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
  return async () => {
    const end = Date.now() + MOST_MS
    while (open.size > 0 || Date.now() - movedAt < QUIET_MS) {
      if (Date.now() > end) throw new Error('The page does not stop asking for more')
      await wait(20)
    }
  }
}
