import { FIRST_NETWORK, SAFE_AREAS, type Covered, type SafeAreaNetwork } from '../platforms/safe-areas.ts'
import { EXPORT_HEIGHT, EXPORT_WIDTH, SLIDE_WIDTH } from './model.ts'
import type { Frame } from './box.ts'
import { MAIN_FORMAT, slideHeight } from './formats.ts'
import type { Format } from './formats.ts'

/** Units of a slide per pixel of an exported one. */
const UNIT = SLIDE_WIDTH / EXPORT_WIDTH

/** `all` is the part that no network covers. */
export type SafeAreaId = SafeAreaNetwork | 'all'

const NETWORKS = Object.keys(SAFE_AREAS) as SafeAreaNetwork[]
export const SAFE_AREA_IDS: readonly SafeAreaId[] = [...NETWORKS, 'all']

export const safeAreaLabel = (id: SafeAreaId): string => (id === 'all' ? 'All' : SAFE_AREAS[id].label)

function coveredByAny(): Covered {
  const most = (side: keyof Covered): number => Math.max(...NETWORKS.map((network) => SAFE_AREAS[network].covered[side]))
  return { top: most('top'), right: most('right'), bottom: most('bottom'), left: most('left') }
}

/** The part of a slide that the apps of a network do not cover. */
export function safeAreaOf(id: SafeAreaId): Frame {
  const { top, right, bottom, left } = id === 'all' ? coveredByAny() : SAFE_AREAS[id].covered
  return { x: left * UNIT, y: top * UNIT, width: (EXPORT_WIDTH - left - right) * UNIT, height: (EXPORT_HEIGHT - top - bottom) * UNIT }
}

/** The one that generated texts keep to and boxes snap to. */
export const SAFE_AREA: Frame = safeAreaOf(FIRST_NETWORK)

/** Units from each edge that texts keep in the formats of feeds, over which no app draws. */
const FEED_MARGIN = 12

/** The part of a slide in a format that texts keep to. */
export function formatSafeArea(format: Format): Frame {
  if (format === MAIN_FORMAT) return SAFE_AREA
  return { x: FEED_MARGIN, y: FEED_MARGIN, width: SLIDE_WIDTH - 2 * FEED_MARGIN, height: slideHeight(format) - 2 * FEED_MARGIN }
}
