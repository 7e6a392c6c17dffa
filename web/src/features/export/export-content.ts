import { videoPhotos } from '@ninesixteen/shared/video/photos'
import { videoPhotosQuery } from '../../api/library-photos.ts'
import { queryClient } from '../../app/query-client.ts'
import type { ExportContent, ExportJob } from './export-job.ts'
import { isVideoTarget } from './targets.ts'

/** The photos of a multi-photo video, in the order of its preview. */
async function photosOf({ projectId, companyId, slides }: ExportJob): Promise<string[]> {
  const { photos } = await queryClient.ensureQueryData(videoPhotosQuery(projectId, companyId))
  const background = slides[0]?.backgroundImage ?? null
  return videoPhotos({ projectId, background, library: { all: photos, ofCompany: [] }, fallback: { backgrounds: [], library: [] } })
}

/** The content that an export renders. */
export async function contentOf(job: ExportJob): Promise<ExportContent> {
  const { slides, firstNumber, target, options } = job
  const photos = isVideoTarget(target) && job.isVideo ? await photosOf(job) : null
  return { slides, firstNumber, scale: isVideoTarget(target) ? 1 : options.scale, photos }
}
