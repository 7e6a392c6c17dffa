import { z } from 'zod'
import { defineJob, doing, type Work } from '../../jobs/job.ts'
import type { Scheduling } from '../post-services.ts'
import { extendRepeats } from './extend-recurrences.ts'
import { freshenPosts } from './refresh-occurrences.ts'

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

export function repeatJobs(services: () => Scheduling): Work[] {
  return [
    doing(extendDaily, (_, { signal }) => extendRepeats(services(), { signal })),
    doing(freshenOften, (_, { signal }) => freshenPosts(services(), { signal })),
  ]
}
