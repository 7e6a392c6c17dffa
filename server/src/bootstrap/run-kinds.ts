import { bindAiPhotoRuns } from '../generation/ai-photo-run.ts'
import type { Services } from '../routes/services.ts'
import type { BoundRun } from '../runs/run-kind.ts'
import { bindBatchRun } from '../slideshow-batches/run-batch.ts'
import { bindRenderRun } from '../slideshow-renders/render-run.ts'

/** All kinds of long work. */
export function runKinds(services: () => Services): BoundRun[] {
  return [bindRenderRun(services), ...bindAiPhotoRuns(services), bindBatchRun(services)]
}
