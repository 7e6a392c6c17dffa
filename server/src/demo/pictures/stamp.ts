import type { Rgb } from './colour.ts'
import type { Film } from './film.ts'

export interface Stamp {
  x: number
  y: number
  radius: number
  colour: Rgb
  /** 1 covers, 0 adds light. */
  cover?: number
  /** Width of the soft edge as a share of the radius. */
  edge?: number
  /** Brighter (above 1) or darker rim, as lenses draw lights out of focus. */
  rim?: number
  /** Height as a share of the width. */
  squash?: number
}

/** Adds or lays a disc on a film, touching no pixel outside of it. */
export function stampDisc(film: Film, stamp: Stamp): void {
  const { width, height, light } = film
  const { cover = 0, edge = 0.15, rim = 1, squash = 1 } = stamp
  const radius = stamp.radius * width
  const left = Math.max(0, Math.floor(stamp.x * width - radius - 1))
  const right = Math.min(width - 1, Math.ceil(stamp.x * width + radius + 1))
  const first = Math.max(0, Math.floor(stamp.y * width - radius * squash - 1))
  const lastRow = Math.min(height - 1, Math.ceil(stamp.y * width + radius * squash + 1))
  const soft = Math.max(edge, 1 / Math.max(radius, 0.5))
  for (let row = first; row <= lastRow; row += 1) {
    const dy = (row + 0.5 - stamp.y * width) / (radius * squash)
    for (let column = left; column <= right; column += 1) {
      const dx = (column + 0.5 - stamp.x * width) / radius
      const distance = Math.sqrt(dx * dx + dy * dy)
      const inside = Math.min(1, Math.max(0, (1 + soft / 2 - distance) / soft))
      if (inside === 0) continue
      const smooth = inside * inside * (3 - 2 * inside)
      const ring = 1 + (rim - 1) * distance ** 6
      const at = (row * width + column) * 3
      for (let i = 0; i < 3; i += 1) {
        const before = light[at + i] ?? 0
        light[at + i] = before * (1 - smooth * cover) + (stamp.colour[i] ?? 0) * smooth * ring
      }
    }
  }
}
