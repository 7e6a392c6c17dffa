import { videoPhotos } from '@ninesixteen/shared/video/photos'
import { videoPhotosQuery } from '../../api/library-photos.ts'
import { queryClient } from '../../app/query-client.ts'
import type { ExportContent, ExportJob } from './export-job.ts'
import { isFilm } from './targets.ts'

/** The photos of a multi-photo video, in the order in which its preview shows them. */
async function photosOf({ projectId, companyId, slides }: ExportJob): Promise<string[]> {
  const { photos } = await queryClient.ensureQueryData(videoPhotosQuery(projectId, companyId))
  const background = slides[0]?.backgroundImage ?? null
  return videoPhotos({ projectId, background, library: { all: photos, ofCompany: [] }, fallback: { backgrounds: [], library: [] } })
}

/** What an export draws. */
export async function contentOf(job: ExportJob): Promise<ExportContent> {
  const { slides, firstNumber, target, options } = job
  const photos = isFilm(target) && job.isVideo ? await photosOf(job) : null
  return { slides, firstNumber, scale: isFilm(target) ? 1 : options.scale, photos }
}
