import { lazy, useState, type ComponentType } from 'react'
import { loadPart } from './load-part.ts'

/** Components of one file that is loaded when it is first wanted. */
export interface Deferred<Parts> {
  preload(): Promise<void>
  /** The part as a component; it suspends while its file is on the way. */
  component<Props extends object>(pick: (parts: Parts) => ComponentType<Props>): ComponentType<Props>
}

/** Like `lazy`, and drawn at once where it was preloaded: `lazy` alone shows its fallback first, for up to 300 ms. */
export function deferred<Parts>(load: () => Promise<Parts>): Deferred<Parts> {
  let parts: Parts | null = null
  return {
    async preload() {
      parts = await loadPart(load)
    },
    component(pick) {
      const Later = lazy(async () => ({ default: pick(await loadPart(load)) }))
      return function DeferredPart(props) {
        // One of the two for as long as it is mounted: the other would be another component, with a state of its own.
        const [Part] = useState(() => (parts ? pick(parts) : Later))
        return <Part {...props} />
      }
    },
  }
}
