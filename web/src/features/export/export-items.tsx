import type { Slide } from '@ninesixteen/shared/slide/model'
import { CloudUpload, Settings, TriangleAlert } from 'lucide-react'
import { Fragment, useEffect } from 'react'
import { paths } from '../../app/paths.ts'
import { MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../components/menu.tsx'
import { useDriveConnection } from '../../drive/stored-connection.ts'
import { DRIVE_TEXTS } from '../../drive/texts.ts'
import type { ExportJob, ExportSource } from './export-job.ts'
import type { ExportMenuProps } from './export-menu-props.ts'
import { pixelsOf } from './export-options.ts'
import { startExport, type Exporting } from './run-export.ts'
import { driveTargets, isFilm, targetGroups, TARGETS, type TargetId } from './targets.ts'
import { useExportOptions } from './use-export-options.ts'
import { warmFor } from './warm-export.ts'

export interface ExportItemsProps extends Pick<ExportMenuProps, 'source' | 'problems'> {
  onStart(exporting: Exporting): void
  /** Something has to be asked before. */
  onAsk(job: ExportJob): void
}

const FORMATS = [
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
] as const
const SIZES = [
  { value: '1x', label: '1x' },
  { value: '2x', label: '2x' },
] as const

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
  // Who looks at this menu is likely to export: the workers load fonts and code meanwhile.
  useEffect(() => warmFor(source.isVideo ? 'video' : 'zip'), [source.isVideo])
  const choose = (target: TargetId): void => {
    const job = jobOf(target, source)
    // A multi-photo video has its ten seconds; how long the slides of a slideshow stand is the person's choice.
    if (isFilm(target) && !source.isVideo) onAsk(job)
    else onStart(startExport(job))
  }
  return (
    <>
      {targetGroups(source.isVideo).map((group) => (
        <Fragment key={group[0]}>
          {group.map((id) => (
            <TargetItem key={id} id={id} source={source} onChoose={choose} />
          ))}
          <MenuSeparator />
        </Fragment>
      ))}
      <DriveItems source={source} onChoose={choose} />
      <MenuSeparator />
      <Choices />
      <Problems problems={problems} />
    </>
  )
}

interface ItemProps {
  source: ExportSource
  onChoose(target: TargetId): void
}

function TargetItem({ id, source, onChoose }: ItemProps & { id: TargetId }) {
  const options = useExportOptions()
  const { icon: Icon, label } = TARGETS[id]
  const count = source.slides().length
  const all = `${count} ${count === 1 ? 'slide' : 'slides'}, ${pixelsOf(options)}`
  const video = source.isVideo ? '10 seconds, 60 frames a second' : 'The slides one after another'
  const number = source.current() + 1
  const details: Record<TargetId, string> = {
    zip: all,
    slide: `Slide ${number}, ${pixelsOf(options)}`,
    copy: `Slide ${number} to the clipboard`,
    video,
    'drive-slides': all,
    'drive-video': video,
  }
  return (
    <MenuItem icon={<Icon aria-hidden="true" />} detail={details[id]} onSelect={() => onChoose(id)}>
      {label}
    </MenuItem>
  )
}

function DriveItems({ source, onChoose }: ItemProps) {
  const { isConnected } = useDriveConnection()
  if (isConnected) return driveTargets(source.isVideo).map((id) => <TargetItem key={id} id={id} source={source} onChoose={onChoose} />)
  return (
    <>
      <MenuItem icon={<CloudUpload aria-hidden="true" />} detail={DRIVE_TEXTS.notConnected} disabled onSelect={() => undefined}>
        Google Drive
      </MenuItem>
      <MenuLink icon={<Settings aria-hidden="true" />} to={paths.settingsAccounts}>
        Connect in Settings
      </MenuLink>
    </>
  )
}

function Choices() {
  const { format, scale } = useExportOptions()
  return (
    <>
      <MenuChoice label="Format" value={format} options={FORMATS} onChange={(next) => useExportOptions.setState({ format: next })} />
      <MenuChoice
        label="Size"
        value={scale === 2 ? '2x' : '1x'}
        options={SIZES}
        onChange={(next) => useExportOptions.setState({ scale: next === '2x' ? 2 : 1 })}
      />
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
