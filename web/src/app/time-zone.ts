import { isZone, ownZone } from '@ninesixteen/shared/time/zones'
import { create } from 'zustand'
import { keep, readStored } from './browser-storage.ts'
import { useSignedIn } from './session.ts'

const useChoice = create<{ userId: string | null; zone: string | null }>(() => ({ userId: null, zone: null }))
const keyOf = (userId: string) => `ninesixteen.time-zone.${userId}`

function parse(value: unknown): string | null {
  return typeof value === 'string' && isZone(value) ? value : null
}

/** The zone in which the user sees and chooses times: their choice in this browser, else the browser's. */
export function useTimeZone(): [zone: string, choose: (zone: string) => void] {
  const { id: userId } = useSignedIn()
  const chosen = useChoice()
  const zone = chosen.userId === userId ? chosen.zone : readStored(keyOf(userId), parse)
  const choose = (next: string) => {
    useChoice.setState({ userId, zone: next })
    keep(keyOf(userId), next)
  }
  return [zone ?? ownZone(), choose]
}
