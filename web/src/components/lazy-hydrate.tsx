import { lazy, Suspense, useState, type ComponentType } from 'react'
import { useInBrowser } from './use-in-browser.ts'
import { whenIdle } from './when-idle.ts'

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
