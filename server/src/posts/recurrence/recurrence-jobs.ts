import { z } from 'zod'
import { defineJob, workFor, type Work } from '../../jobs/job.ts'
import type { PostServices } from '../post-services.ts'
import { extendRecurrences } from './extend-recurrences.ts'
import { refreshOccurrences } from './refresh-occurrences.ts'

const nothing = z.object({}).loose()

const extendDaily = defineJob({
  name: 'repeats.extend',
  data: nothing,
  retries: 3,
  retryAfter: 300,
  seconds: 1800,
  every: '13 3 * * *',
})

const freshenOften = defineJob({
  name: 'repeats.freshen',
  data: nothing,
  retries: 0,
  seconds: 1800,
  every: '*/30 * * * *',
})

export function recurrenceJobs(services: () => PostServices): Work[] {
  return [
    workFor(extendDaily, (_, { signal }) => extendRecurrences(services(), { signal })),
    workFor(freshenOften, (_, { signal }) => refreshOccurrences(services(), { signal })),
  ]
}
