import { add, clamp, ease, light, scale } from '../colour.ts'
import type { Film } from '../film.ts'

/** A roasted bean: an ellipse lit from the upper left, with a bent cleft. */
export function layBean(film: Film, bean: { x: number; y: number; turn: number; size: number }, sun: number): void {
  const { width, height, light: film_light } = film
  const cos = Math.cos(bean.turn)
  const sin = Math.sin(bean.turn)
  const reach = bean.size * 1.7
  for (let row = Math.max(0, Math.floor((bean.y - reach) * width)); row < Math.min(height, (bean.y + reach) * width); row += 1) {
    for (let column = Math.max(0, Math.floor((bean.x - reach) * width)); column < Math.min(width, (bean.x + reach) * width); column += 1) {
      const dx = ((column + 0.5) / width - bean.x) / bean.size
      const dy = ((row + 0.5) / width - bean.y) / bean.size
      const along = dx * cos + dy * sin
      const across = (dy * cos - dx * sin) / 0.7
      const distance = Math.hypot(along, across)
      const shade = ease(1.45, 0.7, Math.hypot((dx - 0.25) * cos + (dy - 0.3) * sin, ((dy - 0.3) * cos - (dx - 0.25) * sin) / 0.75)) * 0.72
      const cover = clamp((1 - distance) * bean.size * 0.8 * width + 0.5)
      const rise = Math.sqrt(Math.max(0, 1 - distance * distance))
      const facing = clamp(rise * 0.62 - dx * 0.36 - dy * 0.46)
      const cleft = Math.exp(-(((across - Math.sin(along * 2.6) * 0.13) / 0.1) ** 2)) * ease(1, 0.75, Math.abs(along))
      const gloss = ease(0.34, 0.02, Math.hypot(dx + 0.36, dy + 0.42)) * 0.1
      const tone = (0.16 + facing * 0.95) * (1 - cleft * 0.85)
      const at = (row * width + column) * 3
      const body = scale(add(scale(light('#5a2f18'), tone), [gloss, gloss * 0.9, gloss * 0.8]), sun)
      for (let i = 0; i < 3; i += 1) {
        const under = (film_light[at + i] ?? 0) * (1 - shade)
        film_light[at + i] = under * (1 - cover) + (body[i] ?? 0) * cover
      }
    }
  }
}
