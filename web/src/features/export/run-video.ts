import { fileNameOf, multiPhotoFileName } from '@ninesixteen/shared/export/file-names'
import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { isVideoFormat, multiPhotoVideo, slideshowVideo, type VideoFormat, type VideoSpec } from '@ninesixteen/shared/video/video-spec'
import type { ExportJob, ExportOutcome, ExportWork } from './export-job.ts'
import { saveFile } from '../../app/save-file.ts'

const loadExportVideo = () => import('./video/export-video.ts')

/** The dialog asks for another one where there is no video in the job's format. */
function formatOf({ formats: [format] }: ExportJob): VideoFormat {
  return format !== undefined && isVideoFormat(format) ? format : MAIN_FORMAT
}

async function specOf({ job, content }: ExportWork): Promise<VideoSpec> {
  const { slides, photos } = await content()
  const { sound = null, beats = null } = job.sound ?? {}
  return { ...(photos ? multiPhotoVideo(slides[0], photos) : slideshowVideo(slides, { ...job.options, beats })), sound }
}

/** Renders the job's video and names its file. */
export async function makeVideo(work: ExportWork): Promise<{ name: string; blob: Blob }> {
  const { job, signal, progress, recording } = work
  const [spec, { exportVideo }] = await Promise.all([specOf(work), loadExportVideo()])
  const format = formatOf(job)
  const unit = job.isVideo ? 'photos' : 'slides'
  const report = (pictures: number, total: number): void =>
    progress({ words: `Exported ${pictures} / ${total} ${unit}`, share: pictures / total, pictures })
  recording(spec.pictures.map(({ slide }) => slide.backgroundImage))
  report(0, spec.pictures.length)
  const blob = await exportVideo(spec, { format, signal, onProgress: report })
  signal.throwIfAborted()
  return { name: job.isVideo ? multiPhotoFileName(format) : fileNameOf({ ...job, ending: 'mp4' }), blob }
}

export async function runVideo(work: ExportWork): Promise<ExportOutcome> {
  const { name, blob } = await makeVideo(work)
  saveFile(blob, name)
  return { kind: 'done', title: 'Video Export Complete!', words: `Saved to your downloads: ${name}` }
}
