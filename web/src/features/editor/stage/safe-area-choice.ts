import { FIRST_NETWORK } from '@ninesixteen/shared/platforms/safe-areas'
import type { Frame } from '@ninesixteen/shared/slide/box'
import { MAIN_FORMAT, type Format } from '@ninesixteen/shared/slide/formats'
import { formatSafeArea, SAFE_AREA_IDS, safeAreaOf } from '@ninesixteen/shared/slide/safe-area'
import type { SafeAreaId } from '@ninesixteen/shared/slide/safe-area'
import { create } from 'zustand'
import { useSessionGate } from '../../../api/session-gate.ts'
import { keep, readStored } from '../../../app/browser-storage.ts'

export interface SafeAreaChoice {
  isShown: boolean
  network: SafeAreaId
}

const NONE: SafeAreaChoice = { isShown: false, network: FIRST_NETWORK }
const keyOf = (userId: string): string => `ninesixteen.safe-area.${userId}`

function parse(value: unknown): SafeAreaChoice {
  if (typeof value !== 'object' || value === null) return NONE
  const { isShown, network }: { isShown?: unknown; network?: unknown } = value
  return { isShown: isShown === true, network: SAFE_AREA_IDS.find((id) => id === network) ?? NONE.network }
}

const useChosen = create<{ userId: string | null; choice: SafeAreaChoice }>(() => ({ userId: null, choice: NONE }))

function choiceOf(userId: string | null): SafeAreaChoice {
  const chosen = useChosen.getState()
  if (userId === null || chosen.userId === userId) return chosen.choice
  return readStored(keyOf(userId), parse) ?? NONE
}

/** The area that the user chose last in this browser. */
export function safeAreaChoice(): SafeAreaChoice {
  return choiceOf(useSessionGate.getState().userId)
}

/** The part of a slide whose edges boxes snap to: that of the network whose area is shown. */
export function snapArea(format: Format): Frame {
  const { isShown, network } = safeAreaChoice()
  return isShown && format === MAIN_FORMAT ? safeAreaOf(network) : formatSafeArea(format)
}

export function useSafeArea(): SafeAreaChoice {
  const userId = useSessionGate((state) => state.userId)
  useChosen()
  return choiceOf(userId)
}

export function chooseSafeArea(change: Partial<SafeAreaChoice>): void {
  const { userId } = useSessionGate.getState()
  const choice = { ...choiceOf(userId), ...change }
  useChosen.setState({ userId, choice })
  if (userId !== null) keep(keyOf(userId), choice)
}
