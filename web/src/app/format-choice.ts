import { FORMATS, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { create } from 'zustand'
import { useSessionGate } from '../api/session-gate.ts'
import { keep, readStored } from './browser-storage.ts'

export const FORMAT_NAMES: Record<Format, string> = {
  '9:16': 'Full screen',
  '4:5': 'Feed',
  '3:4': 'Portrait',
  '1:1': 'Square',
  '2:3': 'Pin',
}

const keyOf = (userId: string): string => `ninesixteen.format.${userId}`
const parse = (value: unknown): Format | null => FORMATS.find((format) => format === value) ?? null

const useChosen = create<{ userId: string | null; format: Format }>(() => ({ userId: null, format: MAIN_FORMAT }))

function choiceOf(userId: string | null): Format {
  const chosen = useChosen.getState()
  if (userId === null || chosen.userId === userId) return chosen.format
  return readStored(keyOf(userId), parse) ?? MAIN_FORMAT
}

/** The format that the user chose last in this browser, in which slideshows open. */
export function chosenFormat(): Format {
  return choiceOf(useSessionGate.getState().userId)
}

export function useChosenFormat(): Format {
  const userId = useSessionGate((state) => state.userId)
  useChosen()
  return choiceOf(userId)
}

export function chooseFormat(format: Format): void {
  const { userId } = useSessionGate.getState()
  useChosen.setState({ userId, format })
  if (userId !== null) keep(keyOf(userId), format)
}
