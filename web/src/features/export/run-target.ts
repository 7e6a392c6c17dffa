import type { ExportOutcome, ExportWork } from './export-job.ts'
import { runDriveSlides, runDriveVideo } from './run-drive.ts'
import { runCopy, runSlide, runZip } from './run-slides.ts'
import { runVideo } from './run-video.ts'
import type { TargetId } from './targets.ts'

/** Runs each target. */
const RUNS: Record<TargetId, (work: ExportWork) => Promise<ExportOutcome>> = {
  zip: runZip,
  slide: runSlide,
  copy: runCopy,
  video: runVideo,
  'drive-slides': runDriveSlides,
  'drive-video': runDriveVideo,
}

export function runTarget(work: ExportWork): Promise<ExportOutcome> {
  return RUNS[work.job.target](work)
}
