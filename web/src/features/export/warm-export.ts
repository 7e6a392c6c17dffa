import { warmExport } from '../../painter/export-slides.ts'
import { warmVideo } from '../../painter/video/make-video.ts'
import { isFilm, type TargetId } from './targets.ts'

/** Starts the workers of an export that is likely to come. Only those it needs: the others would take its time. */
export function warmFor(target: TargetId): void {
  if (isFilm(target)) warmVideo()
  else warmExport()
}
