import { seededRandom } from './backgrounds.ts'
import type { Backdrop } from './model.ts'

const plain = (color: string): Backdrop => ({ kind: 'plain', color })
const gradient = (from: string, to: string, angle: number): Backdrop => ({ kind: 'gradient', from, to, angle })

/**
 * Backdrops that fit together, in the order of the slides; the first one is the cover's. White text keeps a contrast of 4.5 against each colour
 * under the black that the painter lays over a slide at brightness 0.
 */
const PALETTES: readonly (readonly Backdrop[])[] = [
  // Dusk
  [
    gradient('#3b3f8f', '#f0736a', 0),
    plain('#4a4aa0'),
    gradient('#f0736a', '#8d4a9e', 210),
    plain('#d9655f'),
    gradient('#8d4a9e', '#3b3f8f', 20),
  ],
  // Forest
  [
    gradient('#14785f', '#7fa13a', 0),
    plain('#1c6b55'),
    gradient('#7fa13a', '#1c6b55', 200),
    plain('#5f8a36'),
    gradient('#2f9a6f', '#14574a', 20),
  ],
  // Terracotta
  [
    gradient('#e0763a', '#8f2f45', 0),
    plain('#c4523a'),
    gradient('#8f2f45', '#e0763a', 210),
    plain('#7d2c40'),
    gradient('#d9883a', '#b5443c', 20),
  ],
  // Lagoon
  [
    gradient('#12a39a', '#1d4f9c', 0),
    plain('#15718f'),
    gradient('#1d4f9c', '#1aa0b0', 200),
    plain('#1d4f8c'),
    gradient('#2aa38f', '#176a94', 25),
  ],
  // Rose
  [
    gradient('#f0588f', '#6a3aa8', 0),
    plain('#b83f86'),
    gradient('#6a3aa8', '#f0708a', 210),
    plain('#5c3796'),
    gradient('#e85d7f', '#93389a', 20),
  ],
  // Ink and coral
  [
    gradient('#4a5a8f', '#1d2540', 0),
    plain('#ef6f5e'),
    gradient('#1d2540', '#4a5a8f', 200),
    plain('#34426e'),
    gradient('#ef6f5e', '#a83f5e', 20),
  ],
  // Honey
  [
    gradient('#e0912f', '#a04a2a', 0),
    plain('#b86f2a'),
    gradient('#8a4a2e', '#d99a35', 200),
    plain('#7a4630'),
    gradient('#d98f2b', '#8f4f2a', 25),
  ],
  // Night
  [
    gradient('#4f5bff', '#1c1f66', 0),
    plain('#3b46c4'),
    gradient('#1c1f66', '#7a5cf6', 200),
    plain('#2a2f8a'),
    gradient('#7a5cf6', '#3b46c4', 20),
  ],
]

/** A palette drawn by the seed, for this many slides: neighbours differ, and a seed always gives the same. */
export function backdropsFor(seed: string, count: number): Backdrop[] {
  const palette = PALETTES[Math.floor(seededRandom(`backdrops ${seed}`)() * PALETTES.length)] ?? []
  return Array.from({ length: count }, (_, index) => palette[index % palette.length]).filter((backdrop) => backdrop !== undefined)
}
