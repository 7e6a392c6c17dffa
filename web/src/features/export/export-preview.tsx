import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { StoredPicture } from '../../components/stored-photo.tsx'
import styles from './export-overlay.module.css'
import type { Exporting, SmallPicture } from './run-export.ts'
import { isFilm } from './targets.ts'

/** Most pictures of a video that are shown as large as slides. */
const LARGE_MAX = 14

type CellState = 'waiting' | 'next' | 'done'

/** The slides of an export filling one by one; of a video the photos it is made of. `done` counts those of a video. */
export function ExportPictures({ exporting, done }: { exporting: Exporting; done: number }) {
  const { job } = exporting
  const pictures = useStore(exporting.pictures)
  if (isFilm(job.target) && !pictures.some((one) => one && 'bitmap' in one)) return <FilmCells pictures={pictures} done={done} />
  const drawn = pictures.filter((one) => one !== undefined).length
  return (
    <ol className={styles.slides} aria-label="Slides being exported">
      {job.slides.map((slide, index) => {
        const isDone = pictures[index] !== undefined
        const state: CellState = isDone ? 'done' : index < drawn + 2 ? 'next' : 'waiting'
        return <Cell key={slide.id} picture={pictures[index] ?? null} name={`Slide ${index + job.firstNumber}`} state={state} />
      })}
    </ol>
  )
}

/** A film shows a photo more than once: its place is what tells them apart. */
const keyOf = (place: number): string => `place ${place}`

function FilmCells({ pictures, done }: { pictures: readonly (SmallPicture | undefined)[]; done: number }) {
  const stateOf = (index: number): CellState => (index < done ? 'done' : index === done ? 'next' : 'waiting')
  return (
    <ol className={pictures.length > LARGE_MAX ? styles.film : styles.slides} aria-label="Pictures of the video">
      {pictures.map((picture, index) => (
        <Cell key={keyOf(index)} picture={picture ?? null} name={`Picture ${index + 1}`} state={stateOf(index)} />
      ))}
    </ol>
  )
}

interface CellProps {
  picture: SmallPicture
  name: string
  state: CellState
}

function Cell({ picture, name, state }: CellProps) {
  return (
    <li className={styles.slide} data-state={state}>
      {picture && 'photo' in picture && <StoredPicture path={picture.photo} variant="thumbnail" alt="" className={styles.photo} />}
      {picture && 'bitmap' in picture && <Drawn bitmap={picture.bitmap} />}
      <span className="visually-hidden">
        {name}
        {state === 'done' ? ', exported' : ''}
      </span>
      {state === 'done' && <Check className={styles.check} aria-hidden="true" />}
    </li>
  )
}

/** Shows a picture that was made small elsewhere, which costs this thread next to nothing. */
function Drawn({ bitmap }: { bitmap: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  return <canvas ref={canvas} width={bitmap.width} height={bitmap.height} aria-hidden="true" />
}
