import { ChevronDown } from 'lucide-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { deferred } from '../../components/load-part.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Menu } from '../../components/menu.tsx'
import type { ExportJob, ExportMenuProps } from './export-job.ts'
import type { ExportRun } from './run-export.ts'

// Every open document shows this button, so everything else loads on demand.
const parts = deferred(() => import('./exporting.ts'))
const ExportItems = parts.component(({ ExportItems: Items }) => Items)
const ExportOverlay = parts.component(({ ExportOverlay: Overlay }) => Overlay)
const VideoDialog = parts.component(({ VideoDialog: Choice }) => Choice)

/** The export button with its menu and dialogs. */
export function ExportMenu({ source, problems, disabled, startsOpen }: ExportMenuProps) {
  const [exporting, setExporting] = useState<ExportRun | null>(null)
  const [dialogJob, setDialogJob] = useState<ExportJob | null>(null)
  const start = (next: ExportRun): void => {
    setDialogJob(null)
    setExporting(next)
  }
  const close = useCallback(() => setExporting(null), [])
  useEffect(() => () => exporting?.stop(), [exporting])
  return (
    <>
      <Menu
        align="end"
        startsOpen={startsOpen ?? false}
        onPreload={() => {
          Dialog.preload()
          return parts.preload()
        }}
        trigger={
          <Button variant="primary" disabled={disabled}>
            Export
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        <ExportItems source={source} problems={problems} onStart={start} onAsk={setDialogJob} />
      </Menu>
      <Suspense>
        {dialogJob && <VideoDialog job={dialogJob} onStart={start} onClose={() => setDialogJob(null)} />}
        {exporting && <ExportOverlay key={exporting.job.id} exporting={exporting} onClose={close} />}
      </Suspense>
    </>
  )
}
