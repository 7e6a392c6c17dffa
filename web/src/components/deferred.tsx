import { lazy, useState, type ComponentType } from 'react'
import { loadPart } from './load-part.ts'

/** Components of one file, loaded on demand. */
export interface Deferred<Parts> {
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
