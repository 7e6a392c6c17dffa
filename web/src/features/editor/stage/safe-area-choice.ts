import { FIRST_NETWORK } from '@ninesixteen/shared/platforms/safe-areas'
import type { Frame } from '@ninesixteen/shared/slide/box'
import { MAIN_FORMAT, type Format } from '@ninesixteen/shared/slide/formats'
import { formatSafeArea, SAFE_AREA_IDS, safeAreaOf } from '@ninesixteen/shared/slide/safe-area'
import type { SafeAreaId } from '@ninesixteen/shared/slide/safe-area'
import { createUserChoice } from '../../../app/user-choice.ts'

export interface SafeAreaChoice {
  isShown: boolean
  network: SafeAreaId
}

const NONE: SafeAreaChoice = { isShown: false, network: FIRST_NETWORK }
function parse(value: unknown): SafeAreaChoice {
  if (typeof value !== 'object' || value === null) return NONE
  const { isShown, network }: { isShown?: unknown; network?: unknown } = value
  return { isShown: isShown === true, network: SAFE_AREA_IDS.find((id) => id === network) ?? NONE.network }
}

const areaChoice = createUserChoice('safe-area', { initial: NONE, parse })

export const { get: safeAreaChoice, use: useSafeArea } = areaChoice

/** The part of a slide whose edges boxes snap to: that of the network whose area is shown. */
export function snapArea(format: Format): Frame {
  const { isShown, network } = safeAreaChoice()
  return isShown && format === MAIN_FORMAT ? safeAreaOf(network) : formatSafeArea(format)
}

export function chooseSafeArea(change: Partial<SafeAreaChoice>): void {
  areaChoice.choose({ ...safeAreaChoice(), ...change })
}
