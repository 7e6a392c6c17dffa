import type { Slide } from '@ninesixteen/shared/slide/model'
import { ChevronDown, FileArchive, Image, TriangleAlert } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../../components/menu.tsx'
import { ExportOverlay } from './export-overlay.tsx'
import { useExport } from './use-export.ts'

export interface ExportMenuProps {
  title: string
  /** The slides as they are seen, unsaved edits included. */
  slides(): readonly Slide[]
  /** Index of the slide on the stage. */
  current(): number
  /** What of the slides may not be read. */
  problems(): readonly { slide: number; words: string; show(): void }[]
  disabled?: boolean
}

/** Most problems that the menu lists; the rest is counted. */
const LISTED = 4

/** The ways a slideshow leaves the studio. */
export function ExportMenu({ title, slides, current, problems, disabled }: ExportMenuProps) {
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
        <Problems list={problems} />
      </Menu>
      <ExportOverlay exporting={exporting} />
    </>
  )
}

/** A short list of what to look at first; each entry leads to its slide. Read when the menu opens. */
function Problems({ list }: { list: ExportMenuProps['problems'] }) {
  const problems = list()
  if (problems.length === 0) return null
  return (
    <>
      <MenuSeparator />
      <MenuHeading>Worth a look before the export</MenuHeading>
      {problems.slice(0, LISTED).map(({ slide, words, show }) => (
        <MenuItem key={`${slide} ${words}`} icon={<TriangleAlert aria-hidden="true" />} detail={words} onSelect={show}>
          Slide {slide}
        </MenuItem>
      ))}
      {problems.length > LISTED && <MenuHeading>And {problems.length - LISTED} more</MenuHeading>}
    </>
  )
}
