import { FORMATS, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { useSessionGate } from '../../../api/session-gate.ts'
import { keep, readStored } from '../../../app/browser-storage.ts'

const keyOf = (userId: string): string => `ninesixteen.format.${userId}`

/** The format that the user chose last in this browser, in which slideshows open. */
export function chosenFormat(): Format {
  const { userId } = useSessionGate.getState()
  const parse = (value: unknown): Format | null => FORMATS.find((format) => format === value) ?? null
  return (userId === null ? null : readStored(keyOf(userId), parse)) ?? MAIN_FORMAT
}

export function rememberFormat(format: Format): void {
  const { userId } = useSessionGate.getState()
  if (userId !== null) keep(keyOf(userId), format)
}
