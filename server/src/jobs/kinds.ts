import { drawingFilms } from '../scheduling/freeze/draw-films.ts'
import type { Services } from '../services.ts'
import type { Work } from './job.ts'

/** Every kind of background job there is. Publishing is none of them: see docs/decisions. */
export function jobKinds(services: () => Services): Work[] {
  return [drawingFilms(services)]
}
