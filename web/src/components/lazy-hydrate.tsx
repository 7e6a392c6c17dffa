import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

const inBrowser = (): boolean => true

/**
 * Hydrates a part of a page when the browser is idle; until then it shows the server's HTML. Hydrating all of a long page at once blocks a
 * phone for 100 ms and more.
 */
export function lazyHydrate<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  if (typeof document === 'undefined') return Part
  /** The first render must match the server's HTML; newer props follow after hydration. */
  function Hydrated({ initial, current }: { initial: Props; current: Props }) {
    const isHydrated = useInBrowser(inBrowser, false)
    return <Part {...(isHydrated ? current : initial)} />
  }
  const Late = lazy(async () => {
    await whenIdle()
    return { default: Hydrated }
  })
  return function LazilyHydrated(props: Props) {
    const [initial] = useState(props)
    return (
      <Suspense>
        <Late initial={initial} current={props} />
      </Suspense>
    )
  }
}

const TIMEOUT_MS = 3000
/** Safari has no idle callbacks. */
const FALLBACK_MS = 50

/** Resolves when the browser is idle, or after 3 seconds. Work split this way leaves time for input. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: TIMEOUT_MS })
    else setTimeout(resolve, FALLBACK_MS)
  })
}

/**
 * A value that only the browser knows, on a server-rendered page: `before` in the first render, which must match the server's HTML, and
 * `read()` from the next frame on.
 */
export function useInBrowser<T>(read: () => T, before: T): T {
  const [value, setValue] = useState(before)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setValue(read))
    return () => cancelAnimationFrame(frame)
  }, [read])
  return value
}

/** Stands for a part whose HTML the browser keeps as the server rendered it, without hydration: one element. */
export function keptFromServer(): ComponentType {
  const Kept = lazy<ComponentType>(() => new Promise(() => {}))
  return function KeptFromServer() {
    return (
      <Suspense>
        <Kept />
      </Suspense>
    )
  }
}
