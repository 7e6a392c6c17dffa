/** Pauses before a part of the page is asked for again: the server may be starting. */
const AGAIN_MS = [400, 1200, 3000]

/** Style sheets that did not arrive. What loaded them holds them for loaded and never asks again: it is done here. */
const failedStyles = new Set<HTMLLinkElement>()

function noteFailed({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
}

// The server writes pages with this module, too.
if ('addEventListener' in globalThis) addEventListener('error', noteFailed, true)

function loadAgain(failed: HTMLLinkElement): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = failed.href
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new TypeError(`The styles ${link.href} cannot be loaded`)))
    failedStyles.delete(failed)
    failed.replaceWith(link)
  })
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

/**
 * Loads a part of the page. Without a network it waits for one, and a server that is starting is asked again: a menu that comes
 * late is better than a page that is gone. Fails when the part itself is gone, as after an update of the server.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; ; tries += 1) {
    try {
      const part = await load()
      await Promise.all([...failedStyles].map(loadAgain))
      return part
    } catch (cause) {
      const ms = AGAIN_MS[tries]
      if (ms === undefined) throw cause
      await pause(ms)
    }
  }
}
