import { seededRandom } from './backgrounds.ts'
import type { Backdrop } from './model.ts'

const plain = (color: string): Backdrop => ({ kind: 'plain', color })
const gradient = (from: string, to: string, angle: number): Backdrop => ({ kind: 'gradient', from, to, angle })

/**
 * Backdrops that fit together, in the order of the slides; the first one is the cover's. White text keeps a contrast of 4.5 against each color.
 */
const PALETTES: readonly (readonly Backdrop[])[] = [
  // Dusk
  [
    gradient('#292c64', '#a8504a', 0),
    plain('#343470'),
    gradient('#a8504a', '#63346f', 210),
    plain('#984742'),
    gradient('#63346f', '#292c64', 20),
  ],
  // Forest
  [
    gradient('#0e5442', '#597129', 0),
    plain('#144b3b'),
    gradient('#597129', '#144b3b', 200),
    plain('#426126'),
    gradient('#216c4e', '#0e3d34', 20),
  ],
  // Terracotta
  [
    gradient('#9d5329', '#642130', 0),
    plain('#893929'),
    gradient('#642130', '#9d5329', 210),
    plain('#581f2d'),
    gradient('#985f29', '#7f302a', 20),
  ],
  // Lagoon
  [
    gradient('#0d726c', '#14376d', 0),
    plain('#0f4f64'),
    gradient('#14376d', '#12707b', 200),
    plain('#143762'),
    gradient('#1d7264', '#104a68', 25),
  ],
  // Rose
  [
    gradient('#a83e64', '#4a2976', 0),
    plain('#812c5e'),
    gradient('#4a2976', '#a84e61', 210),
    plain('#402669'),
    gradient('#a24159', '#67276c', 20),
  ],
  // Ink and coral
  [
    gradient('#343f64', '#141a2d', 0),
    plain('#a74e42'),
    gradient('#141a2d', '#343f64', 200),
    plain('#242e4d'),
    gradient('#a74e42', '#762c42', 20),
  ],
  // Honey
  [
    gradient('#9d6621', '#70341d', 0),
    plain('#814e1d'),
    gradient('#613420', '#986c25', 200),
    plain('#553122'),
    gradient('#98641e', '#64371d', 25),
  ],
  // Night
  [
    gradient('#3740b2', '#141647', 0),
    plain('#293189'),
    gradient('#141647', '#5540ac', 200),
    plain('#1d2161'),
    gradient('#5540ac', '#293189', 20),
  ],
]

/** A palette drawn by the seed, for this many slides: neighbours differ, and a seed always gives the same. */
export function backdropsFor(seed: string, count: number): Backdrop[] {
  const palette = PALETTES[Math.floor(seededRandom(`backdrops ${seed}`)() * PALETTES.length)] ?? []
  return Array.from({ length: count }, (_, index) => palette[index % palette.length]).filter((backdrop) => backdrop !== undefined)
}
