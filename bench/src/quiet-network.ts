import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const QUIET_MS = 500
const TIMEOUT_MS = 60_000

/** Tracks a page's requests. The returned function waits until the network is idle; the event stream, which stays open, does not count. */
export function watchNetwork(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  let changedAt = Date.now()
  const onEnd = (request: Request): void => {
    pending.delete(request)
    changedAt = Date.now()
  }
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    pending.add(request)
    changedAt = Date.now()
  })
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  return async () => {
    const deadline = Date.now() + TIMEOUT_MS
    while (pending.size > 0 || Date.now() - changedAt < QUIET_MS) {
      if (Date.now() > deadline) throw new Error('The page does not stop asking for more')
      await wait(20)
    }
  }
}
