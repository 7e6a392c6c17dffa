import type { Services } from '../services.ts'
import type { Work } from './job.ts'

/** Every kind of background job there is. Publishing is none of them: see docs/decisions. */
export function jobKinds(_services: () => Services): Work[] {
  return []
}
