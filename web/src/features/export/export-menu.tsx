import type { Slide } from '@ninesixteen/shared/slide/model'
import { ChevronDown, FileArchive, Image } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { ExportOverlay } from './export-overlay.tsx'
import { useExport } from './use-export.ts'

export interface ExportMenuProps {
  title: string
  /** The slides as they are seen, unsaved edits included. */
  slides(): readonly Slide[]
  /** Index of the slide on the stage. */
  current(): number
  disabled?: boolean
}

/** The ways a slideshow leaves the studio. */
export function ExportMenu({ title, slides, current, disabled }: ExportMenuProps) {
  const exporting = useExport()
  const downloadOne = (): void => {
    const index = current()
    const slide = slides()[index]
    if (slide) exporting.start({ slides: [slide], title, only: index + 1 })
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button variant="primary" disabled={disabled}>
            Export
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem
          icon={<FileArchive aria-hidden="true" />}
          detail="All slides, 1080 × 1920"
          onSelect={() => exporting.start({ slides: slides(), title, only: null })}
        >
          Download ZIP
        </MenuItem>
        <MenuItem icon={<Image aria-hidden="true" />} detail="The one on the stage" onSelect={downloadOne}>
          Download this slide
        </MenuItem>
      </Menu>
      <ExportOverlay exporting={exporting} />
    </>
  )
}
