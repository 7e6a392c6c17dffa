/** Pauses between retries: the server may be starting. */
const RETRY_MS = [400, 1200, 3000]

/** Style sheets that failed to load. The bundler's loader counts them as loaded and never retries. */
const failedStyles = new Set<HTMLLinkElement>()

function noteFailed({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
}

// The server renders pages with this module, too.
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
 * Loads a chunk of the page with retries, and waits while the browser is offline: a late menu is better than a broken page. Throws when the
 * chunk no longer exists, as after an update of the server.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; ; tries += 1) {
    try {
      const part = await load()
      await Promise.all([...failedStyles].map(loadAgain))
      return part
    } catch (cause) {
      const ms = RETRY_MS[tries]
      if (ms === undefined) throw cause
      await pause(ms)
    }
  }
}
