import { creditedFiles, creditLines, uniqueCredits } from '@ninesixteen/shared/stock/credit'
import { FORMATS, type Format } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { isVideoFormat } from '@ninesixteen/shared/video/video-spec'
import { useQuery } from '@tanstack/react-query'
import { CloudUpload, Copyright, Settings, TriangleAlert } from 'lucide-react'
import { Fragment, useEffect } from 'react'
import { photoPathsOf, shownCreditsQuery } from '../../api/credits.ts'
import { connectPath, exportPath } from '../../app/connect-return.ts'
import { useSlideshowSound } from '../../app/slideshow-sound.ts'
import { MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../components/menu.tsx'
import { notify } from '../../components/toast.tsx'
import { useDriveConnection } from '../../drive/stored-connection.ts'
import { DRIVE_TEXTS } from '../../drive/texts.ts'
import type { ExportJob, ExportMenuProps, ExportSource } from './export-job.ts'
import { exportFormat, pixelsOf, sizeText } from './export-options.ts'
import { type ExportRun, startExport, warmFor } from './run-export.ts'
import { driveTargets, isVideoTarget, targetGroups, type TargetId, TARGETS } from './targets.ts'
import { useExportOptions } from './use-export-options.ts'

export interface ExportItemsProps extends Pick<ExportMenuProps, 'source' | 'problems'> {
  onStart(exporting: ExportRun): void
  /** The target needs options first. */
  onAsk(job: ExportJob): void
}

const FORMAT_OPTIONS = FORMATS.map((format) => ({ value: format, label: format }))
const FILE_TYPES = [
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
] as const
const SIZES = [
  { value: '1x', label: '1x' },
  { value: '2x', label: '2x' },
] as const

/** Problems listed in the menu; the rest is only counted. */
const LISTED = 4

function jobOf(target: TargetId, source: ExportSource): ExportJob {
  const { projectId, companyId, isVideo, title, language } = source
  const index = source.current()
  const all = source.slides()
  const one = TARGETS[target].of === 'slide'
  const slides: readonly Slide[] = one ? all.slice(index, index + 1) : all
  const options = useExportOptions.getState()
  const formats = TARGETS[target].allFormats ? FORMATS : [exportFormat(options, source.format())]
  const firstNumber = one ? index + 1 : 1
  return { id: crypto.randomUUID(), target, projectId, companyId, isVideo, title, language, slides, firstNumber, formats, options }
}

/** The content of the export menu. */
export function ExportItems({ source, problems, onStart, onAsk }: ExportItemsProps) {
  // An open menu is likely to lead to an export, so the workers load fonts and code.
  useEffect(() => warmFor(source.isVideo ? 'video' : 'zip'), [source.isVideo])
  const choose = (target: TargetId): void => {
    const job = jobOf(target, source)
    // A multi-photo video lasts ten seconds; for a slideshow, the user chooses the time per slide.
    if (isVideoTarget(target) && !(source.isVideo && job.formats.every(isVideoFormat))) onAsk(job)
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
      <Choices shown={source.format()} />
      <Credits source={source} />
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
  const format = exportFormat(options, source.format())
  const slides = `${count} ${count === 1 ? 'slide' : 'slides'}`
  const all = `${slides}, ${pixelsOf(options, format)}`
  const pdf = `${slides}, ${sizeText(format, options.scale)}`
  const video = source.isVideo ? '10 seconds, 60 fps' : 'All slides in sequence'
  const number = source.current() + 1
  const formats = `ZIP with ${FORMATS.length} folders, ${options.fileType.toUpperCase()}`
  const details: Record<TargetId, string> = {
    zip: all,
    'all-formats': formats,
    pdf,
    slide: `Slide ${number}, ${pixelsOf(options, format)}`,
    copy: `Slide ${number} to the clipboard`,
    video,
    'drive-slides': all,
    'drive-all-formats': formats,
    'drive-pdf': pdf,
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
      <MenuLink icon={<Settings aria-hidden="true" />} to={connectPath(exportPath(source.projectId))}>
        Connect in Settings
      </MenuLink>
    </>
  )
}

function Choices({ shown }: { shown: Format }) {
  const options = useExportOptions()
  const { fileType, scale, formats } = options
  return (
    <>
      <MenuChoice
        label="Format"
        value={exportFormat(options, shown)}
        options={FORMAT_OPTIONS}
        onChange={(next) => useExportOptions.setState({ formats: { ...formats, [shown]: next } })}
      />
      <MenuChoice label="File" value={fileType} options={FILE_TYPES} onChange={(next) => useExportOptions.setState({ fileType: next })} />
      <MenuChoice
        label="Size"
        value={scale === 2 ? '2x' : '1x'}
        options={SIZES}
        onChange={(next) => useExportOptions.setState({ scale: next === '2x' ? 2 : 1 })}
      />
    </>
  )
}

/** Copies the credits of found photos and music, for captions of posts that are made elsewhere. */
function Credits({ source }: Pick<ItemProps, 'source'>) {
  const { data: shown = [] } = useQuery(shownCreditsQuery(photoPathsOf(source.slides())))
  const music = useSlideshowSound(source.projectId).sound?.track.credit ?? []
  const credits = uniqueCredits(shown.flatMap(({ credit }) => credit ?? []).concat(music))
  if (credits.length === 0) return null
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(creditLines(credits))
    notify.ok('Credits copied')
  }
  return (
    <>
      <MenuSeparator />
      <MenuItem
        icon={<Copyright aria-hidden="true" />}
        detail={`Authors and licences of ${creditedFiles(credits)}`}
        onSelect={() => void copy().catch(() => notify.error('Your browser did not allow copying.'))}
      >
        Copy credits
      </MenuItem>
    </>
  )
}

/** Problems to review first. Each entry opens its slide. */
function Problems({ problems: read }: Pick<ExportMenuProps, 'problems'>) {
  const problems = read()
  if (problems.length === 0) return null
  return (
    <>
      <MenuSeparator />
      <MenuHeading>Review before exporting</MenuHeading>
      {problems.slice(0, LISTED).map(({ slide, words, show }) => (
        <MenuItem key={`${slide} ${words}`} icon={<TriangleAlert aria-hidden="true" />} detail={words} onSelect={show}>
          Slide {slide}
        </MenuItem>
      ))}
      {problems.length > LISTED && <MenuHeading>And {problems.length - LISTED} more</MenuHeading>}
    </>
  )
}
