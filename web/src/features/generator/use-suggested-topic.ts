import { useEffect, useEffectEvent } from 'react'
import { studioStore, useStudioStore } from '../../app/studio-store.ts'

/** Consumes each topic that the ideas panel passes on. */
export function useOfferedTopic(onOffered: (topic: string) => void): void {
  const take = useEffectEvent((topic: string) => {
    studioStore.offerTopic(null)
    onOffered(topic)
  })
  useEffect(
    () =>
      useStudioStore.subscribe(({ offeredTopic }) => {
        if (offeredTopic !== null) take(offeredTopic)
      }),
    [],
  )
}
