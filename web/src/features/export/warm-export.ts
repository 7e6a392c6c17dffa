import { warmExport } from '../../painter/export-slides.ts'
import { warmVideo } from '../../painter/video/make-video.ts'
import { isVideoTarget, type TargetId } from './targets.ts'

/** Starts the workers of a likely export, and no others, which would compete for the CPU. */
export function warmFor(target: TargetId): void {
  if (isVideoTarget(target)) warmVideo()
  else warmExport()
}
