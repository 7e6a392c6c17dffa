import type { Slide } from '@ninesixteen/shared/slide/model'
import { TriangleAlert } from 'lucide-react'
import { Fragment, useEffect } from 'react'
import { MenuChoice, MenuHeading, MenuItem, MenuSeparator } from '../../components/menu.tsx'
import type { ExportJob, ExportSource } from './export-job.ts'
import type { ExportMenuProps } from './export-menu.tsx'
import { pixelsOf, useExportOptions } from './export-options.ts'
import { startExport, type Exporting } from './run-export.ts'
import { isFilm, targetGroups, TARGETS, type TargetId } from './targets.ts'
import { warmFor } from './warm-export.ts'

export interface ExportItemsProps extends Pick<ExportMenuProps, 'source' | 'problems'> {
  onStart(exporting: Exporting): void
  /** Something has to be asked before. */
  onAsk(job: ExportJob): void
}

/** Most problems that the menu lists; the rest is counted. */
const LISTED = 4

function jobOf(target: TargetId, source: ExportSource): ExportJob {
  const { projectId, companyId, isVideo, title } = source
  const index = source.current()
  const all = source.slides()
  const one = TARGETS[target].of === 'slide'
  const slides: readonly Slide[] = one ? all.slice(index, index + 1) : all
  const options = useExportOptions.getState()
  return { id: crypto.randomUUID(), target, projectId, companyId, isVideo, title, slides, firstNumber: one ? index + 1 : 1, options }
}

/** What the export menu holds. */
export function ExportItems({ source, problems, onStart, onAsk }: ExportItemsProps) {
  const options = useExportOptions()
  // Who looks at this menu is likely to export: the workers load fonts and code meanwhile.
  useEffect(() => warmFor(source.isVideo ? 'video' : 'zip'), [source.isVideo])
  const choose = (target: TargetId): void => {
    const job = jobOf(target, source)
    // A multi-photo video has its ten seconds; how long the slides of a slideshow stand is the person's choice.
    if (isFilm(target) && !source.isVideo) onAsk(job)
    else onStart(startExport(job))
  }
  const details: Record<TargetId, string> = {
    zip: `${source.slides().length} slides, ${pixelsOf(options)}`,
    slide: `Slide ${source.current() + 1}, ${pixelsOf(options)}`,
    copy: `Slide ${source.current() + 1} to the clipboard`,
    video: source.isVideo ? '10 seconds, 60 frames a second' : 'The slides one after another',
  }
  return (
    <>
      {targetGroups(source.isVideo).map((group, index) => (
        <Fragment key={group[0]}>
          {index > 0 && <MenuSeparator />}
          {group.map((id) => {
            const { icon: Icon, label } = TARGETS[id]
            return (
              <MenuItem key={id} icon={<Icon aria-hidden="true" />} detail={details[id]} onSelect={() => choose(id)}>
                {label}
              </MenuItem>
            )
          })}
        </Fragment>
      ))}
      <MenuSeparator />
      <MenuChoice
        label="Format"
        value={options.format}
        options={[
          { value: 'png', label: 'PNG' },
          { value: 'jpeg', label: 'JPEG' },
        ]}
        onChange={(format) => useExportOptions.setState({ format })}
      />
      <MenuChoice
        label="Size"
        value={options.scale === 2 ? '2x' : '1x'}
        options={[
          { value: '1x', label: '1x' },
          { value: '2x', label: '2x' },
        ]}
        onChange={(scale) => useExportOptions.setState({ scale: scale === '2x' ? 2 : 1 })}
      />
      <Problems problems={problems} />
    </>
  )
}

/** A short list of what to look at first; each entry leads to its slide. Read when the menu opens. */
function Problems({ problems: read }: Pick<ExportMenuProps, 'problems'>) {
  const problems = read()
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
