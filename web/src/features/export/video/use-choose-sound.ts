import type { SlideshowSound } from '@ninesixteen/shared/api/tracks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toApiError } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { notify } from '../../../components/toast.tsx'

/** Chooses the sound of a slideshow: shown at once, and saved one after another. */
export function useChooseSound(projectId: string): (sound: SlideshowSound | null) => void {
  const client = useQueryClient()
  const saving = useRef(Promise.resolve())
  const latest = useRef(0)
  const { queryKey } = orpc.sounds.read.queryOptions({ input: { id: projectId } })
  return (sound) => {
    // A response in flight lacks the choice.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, sound)
    const turn = ++latest.current
    saving.current = saving.current.then(async () => {
      // A later choice, such as the next step of a slider, replaces this one.
      if (turn !== latest.current) return
      try {
        await api.sounds.write({ id: projectId, sound })
      } catch (error) {
        notify.error(toApiError(error).message)
        await client.invalidateQueries({ queryKey })
      }
    })
  }
}
