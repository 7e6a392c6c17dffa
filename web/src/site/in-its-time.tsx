import { lazy, Suspense, type ComponentType } from 'react'
import { whenIdle } from '../components/when-idle.ts'

/**
 * A part of a page that comes alive when the browser has time for it, and stands there as it was written until then: making all of a long page alive
 * at once keeps a phone from answering for a tenth of a second and more.
 */
export function inItsTime<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  if (typeof document === 'undefined') return Part
  const Late = lazy(async () => {
    await whenIdle()
    return { default: Part as ComponentType<object> }
  })
  return function InItsTime(props: Props) {
    return (
      <Suspense>
        <Late {...props} />
      </Suspense>
    )
  }
}
