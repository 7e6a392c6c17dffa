import { endEarlierJobs } from '../generation/ai-photo-quota.ts'
import type { Services } from '../routes/services.ts'
import { adoptBatches } from '../slideshow-batches/run-batch.ts'
import { adoptRenders } from '../slideshow-renders/adopt-renders.ts'

/** Takes over long work that processes of version 0.3.0 left: once when a process starts, and again while some may run beside it. */
export async function adoptEarlierWork(services: Services): Promise<void> {
  await endEarlierJobs(services)
  await adoptBatches(services)
  await adoptRenders(services)
}
