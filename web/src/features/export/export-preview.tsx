import { MAIN_FORMAT, type Format } from '@ninesixteen/shared/slide/formats'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { StoredPhoto } from '../../components/stored-photo.tsx'
import styles from './export-overlay.module.css'
import type { ExportRun, Thumbnail } from './run-export.ts'
import { isVideoTarget } from './targets.ts'

/** With more frames than this, videos and all formats show smaller ones. */
const LARGE_MAX = 14

type CellState = 'waiting' | 'next' | 'done'

/** The slides of an export or the photos of a video, marked as they finish. `done` counts the finished photos. */
export function ExportFrames({ exporting, done }: { exporting: ExportRun; done: number }) {
  const { job } = exporting
  const pictures = useStore(exporting.pictures)
  const [first = MAIN_FORMAT, ...others] = job.formats
  if (isVideoTarget(job.target) && !pictures.some((one) => one && 'bitmap' in one)) {
    return <VideoCells pictures={pictures} format={first} done={done} />
  }
  const drawn = pictures.filter((one) => one !== undefined).length
  const cells = job.formats.flatMap((format) =>
    job.slides.map((slide, at) => ({ format, id: slide.id, number: at + job.firstNumber, isFirst: at === 0 })),
  )
  return (
    <ol className={others.length > 0 && cells.length > LARGE_MAX ? styles.strip : styles.slides} aria-label="Slides being exported">
      {cells.map(({ format, id, number, isFirst }, index) => {
        const isDone = pictures[index] !== undefined
        const state: CellState = isDone ? 'done' : index < drawn + 2 ? 'next' : 'waiting'
        const name = others.length > 0 ? `Slide ${number}, ${format}` : `Slide ${number}`
        return (
          <Cell key={`${format} ${id}`} picture={pictures[index] ?? null} format={format} name={name} state={state} startsRow={isFirst} />
        )
      })}
    </ol>
  )
}

/** Keyed by position, because a video shows a photo more than once. */
const keyOf = (place: number): string => `place ${place}`

interface VideoCellsProps {
  pictures: readonly (Thumbnail | undefined)[]
  format: Format
  done: number
}

function VideoCells({ pictures, format, done }: VideoCellsProps) {
  const stateOf = (index: number): CellState => (index < done ? 'done' : index === done ? 'next' : 'waiting')
  return (
    <ol className={pictures.length > LARGE_MAX ? styles.strip : styles.slides} aria-label="Frames of the video">
      {pictures.map((picture, index) => (
        <Cell key={keyOf(index)} picture={picture ?? null} format={format} name={`Frame ${index + 1}`} state={stateOf(index)} />
      ))}
    </ol>
  )
}

interface CellProps {
  picture: Thumbnail
  format: Format
  name: string
  state: CellState
  /** The first slide of a format. */
  startsRow?: boolean
}

function Cell({ picture, format, name, state, startsRow }: CellProps) {
  return (
    <li className={styles.slide} data-format={format} data-state={state} data-starts-row={startsRow}>
      {picture && 'photo' in picture && <StoredPhoto path={picture.photo} variant="thumbnail" alt="" className={styles.photo} />}
      {picture && 'bitmap' in picture && <Drawn bitmap={picture.bitmap} />}
      <span className="visually-hidden">
        {name}
        {state === 'done' ? ', exported' : ''}
      </span>
      {state === 'done' && <Check className={styles.check} aria-hidden="true" />}
    </li>
  )
}

/** Draws a thumbnail that a worker has scaled. */
function Drawn({ bitmap }: { bitmap: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  return <canvas ref={canvas} width={bitmap.width} height={bitmap.height} aria-hidden="true" />
}
