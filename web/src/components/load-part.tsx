import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'

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
  for (let attempt = 0; ; attempt += 1) {
    try {
      const part = await load()
      await Promise.all([...failedStyles].map(loadAgain))
      return part
    } catch (error) {
      const ms = RETRY_MS[attempt]
      if (ms === undefined) throw error
      await pause(ms)
    }
  }
}

/** A component in a chunk of its own. */
export interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Loads the chunk before the component renders; a failure shows when it does. */
  preload(): void
}

/** Shows `fallback` while its chunk loads. Not with Suspense: React may wait 300 ms before it replaces a fallback. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  const start = async (): Promise<ComponentType<Props>> => {
    loading ??= loadPart(load)
    try {
      loaded = await loading
      return loaded
    } catch (error) {
      loading = null
      throw error
    }
  }
  function LazyPart(props: Props): ReactNode {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return
      start().then(
        (part) => setPart(() => part),
        // Thrown in the next render, for the error boundary.
        (error: unknown) =>
          setPart(() => {
            throw error
          }),
      )
    }, [Part])
    return Part ? <Part {...props} /> : fallback
  }
  return Object.assign(LazyPart, { preload: () => void start().catch(() => undefined) })
}

/** A dialog in a chunk of its own, which loads when it first opens. */
export function lazyDialog<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const Dialog = lazyPart(load)
  function LazyDialog(props: Props): ReactNode {
    return useWasOpened(props.open) && <Dialog {...props} />
  }
  return Object.assign(LazyDialog, { preload: Dialog.preload })
}

const TOUCHES = ['pointermove', 'pointerdown', 'keydown'] as const

/** Calls `load` on the first input, so that likely next chunks load then instead of with the page. */
export function useFirstTouch(load: () => void): void {
  useEffect(() => {
    const first = () => {
      stop()
      load()
    }
    const stop = () => {
      for (const touch of TOUCHES) removeEventListener(touch, first)
    }
    for (const touch of TOUCHES) addEventListener(touch, first)
    return stop
  }, [load])
}

/** True from the first opening on; until then the code need not load. */
export function useWasOpened(open: boolean): boolean {
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  return wasOpened
}

/** Components of one file, loaded on demand. */
interface Deferred<Parts> {
  preload(): Promise<void>
  /** The picked component; it suspends while the file loads. */
  component<Props extends object>(pick: (parts: Parts) => ComponentType<Props>): ComponentType<Props>
}

/** Like `lazy`, but renders at once after `preload`: `lazy` alone shows its fallback for up to 300 ms. */
export function deferred<Parts>(load: () => Promise<Parts>): Deferred<Parts> {
  let parts: Parts | null = null
  return {
    async preload() {
      parts = await loadPart(load)
    },
    component(pick) {
      const Later = lazy(async () => ({ default: pick(await loadPart(load)) }))
      return function DeferredPart(props) {
        // Chosen once per mount: switching to the other component would lose its state.
        const [Part] = useState(() => (parts ? pick(parts) : Later))
        return <Part {...props} />
      }
    },
  }
}
