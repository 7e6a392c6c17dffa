import { multiPhotoVideo, slideshowVideo, type VideoSpec } from '@ninesixteen/shared/video/video-spec'
import type { ExportOutcome, ExportWork } from './export-job.ts'
import { fileNameOf, saveFile, VIDEO_FILE_NAME } from './save-file.ts'

/** Loaded with the first video. */
const loadExportVideo = () => import('./video/export-video.ts')

async function filmOf({ job, content }: ExportWork): Promise<VideoSpec> {
  const { slides, photos } = await content()
  return photos ? multiPhotoVideo(slides[0], photos) : slideshowVideo(slides, job.options)
}

/** The video of the job as a file under its name. */
export async function makeVideo(work: ExportWork): Promise<{ name: string; blob: Blob }> {
  const { job, signal, progress, filming } = work
  const [film, { exportVideo }] = await Promise.all([filmOf(work), loadExportVideo()])
  const unit = job.isVideo ? 'photos' : 'slides'
  const tell = (pictures: number, total: number): void =>
    progress({ words: `Exported ${pictures} / ${total} ${unit}`, share: pictures / total, pictures })
  filming(film.pictures.map(({ slide }) => slide.backgroundImage))
  tell(0, film.pictures.length)
  const blob = await exportVideo(film, { signal, onProgress: tell })
  signal.throwIfAborted()
  return { name: job.isVideo ? VIDEO_FILE_NAME : fileNameOf(job.title, 'mp4'), blob }
}

export async function runVideo(work: ExportWork): Promise<ExportOutcome> {
  const { name, blob } = await makeVideo(work)
  saveFile(blob, name)
  return { kind: 'done', title: 'Video Export Complete!', words: `Saved to your downloads: ${name}` }
}
