import type { Licence } from './licences.ts'

interface StockServiceFacts {
  label: string
  /** Linked next to search results, as every service asks. */
  homepage: string
  /** Whether a search needs a key. */
  needsKey: boolean
  /** The licences that a search returns. */
  licences: readonly Licence[]
  /** The shorter side that a photo must have, in pixels. */
  sideMin: number
  /** Shown next to the search. */
  note: string
}

/** Services with free photos and music that users can search. */
export const STOCK_SERVICES = {
  openverse: {
    label: 'Openverse',
    homepage: 'https://openverse.org',
    needsKey: false,
    licences: ['cc0', 'pdm', 'by'],
    sideMin: 1080,
    note: 'Public domain and CC BY photos, at least 1080 pixels wide.',
  },
  pexels: {
    label: 'Pexels',
    homepage: 'https://www.pexels.com',
    needsKey: true,
    licences: ['pexels'],
    sideMin: 1080,
    note: 'Free photos, at least 1080 pixels wide.',
  },
  pixabay: {
    label: 'Pixabay',
    homepage: 'https://pixabay.com',
    needsKey: true,
    licences: ['pixabay'],
    // Its API delivers at most 1280 pixels on the longer side, unless Pixabay approved the key for full size.
    sideMin: 720,
    note: 'Free photos. Most are 1280 pixels high, so large slides can look soft.',
  },
} as const satisfies Record<string, StockServiceFacts>

/** Services that also have music. */
export const SOUND_SERVICE_IDS = ['openverse'] as const satisfies readonly StockServiceId[]
export type SoundServiceId = (typeof SOUND_SERVICE_IDS)[number]

export type StockServiceId = keyof typeof STOCK_SERVICES
export const STOCK_SERVICE_IDS = Object.keys(STOCK_SERVICES) as [StockServiceId, ...StockServiceId[]]
