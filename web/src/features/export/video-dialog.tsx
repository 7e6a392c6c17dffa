import { useEffect } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import type { ExportJob } from './export-job.ts'
import { useExportOptions } from './export-options.ts'
import { type ExportRun, startExport, warmFor } from './run-export.ts'
import { VideoOptions } from './video/video-options.tsx'

export interface VideoDialogProps {
  /** The export to start with the chosen options. */
  job: ExportJob
  onStart(exporting: ExportRun): void
  onClose(): void
}

/** Asks for the options of a slideshow's video. */
export function VideoDialog({ job, onStart, onClose }: VideoDialogProps) {
  const options = useExportOptions()
  useEffect(() => warmFor('video'), [])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Slideshow as video"
      description="MP4, 1080 × 1920, 60 fps"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => onStart(startExport({ ...job, options }))}>
            Export video
          </Button>
        </>
      }
    >
      <VideoOptions
        seconds={options.seconds}
        crossFade={options.crossFade}
        count={job.slides.length}
        onChange={(change) => useExportOptions.setState(change)}
      />
    </Dialog>
  )
}
