import type { Development } from './develop.ts'
import type { Film } from './film.ts'

/** A picture that code draws: the same one every time. */
export interface Picture {
  /** Width of the film in pixels; what is soft by nature needs fewer. */
  width: number
  expose(film: Film, seed: number): Film
  development: Development
}
