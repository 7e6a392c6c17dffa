import { lazy, Suspense, useState, type ComponentType } from 'react'
import { useInBrowser } from './use-in-browser.ts'
import { whenIdle } from './when-idle.ts'

const inBrowser = (): boolean => true

/**
 * A part of a page that comes alive when the browser has time for it, and stands there as it was written until then: making all of a long page alive
 * at once keeps a phone from answering for a tenth of a second and more.
 */
export function lazyHydrate<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  if (typeof document === 'undefined') return Part
  /** What changed meanwhile comes after: the first drawing has to be the one that was written, or its differences stay as they are. */
  function Alive({ written, now }: { written: Props; now: Props }) {
    const isAlive = useInBrowser(inBrowser, false)
    return <Part {...(isAlive ? now : written)} />
  }
  const Late = lazy(async () => {
    await whenIdle()
    return { default: Alive }
  })
  return function InItsTime(props: Props) {
    const [written] = useState(props)
    return (
      <Suspense>
        <Late written={written} now={props} />
      </Suspense>
    )
  }
}
