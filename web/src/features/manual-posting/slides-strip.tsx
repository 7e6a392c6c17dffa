import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../components/icon-button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { LoadingFile } from './file-loader.ts'
import styles from './manual-posting.module.css'

function Slide({ file, number, of }: { file: LoadingFile; number: number; of: number }) {
  const label = of === 1 ? 'The video' : `Slide ${number} of ${of}`
  const aspectRatio = `${file.width} / ${file.height}`
  if (file.state === 'failed')
    return (
      <div className={styles.missing} style={{ aspectRatio }}>
        <ImageOff aria-hidden="true" />
        <p>{file.name} did not arrive.</p>
      </div>
    )
  if (file.shownUrl === null) return <Skeleton aspectRatio={aspectRatio} radius="var(--radius-slide)" />
  // Videos of slides have no sound.
  if (file.mimeType.startsWith('video/'))
    return <video className={styles.slide} style={{ aspectRatio }} src={file.shownUrl} controls muted playsInline aria-label={label} />
  return <img className={styles.slide} style={{ aspectRatio }} src={file.shownUrl} alt={label} draggable={false} />
}

/** The slides or the video of the post, in a row to swipe or step through. */
export function SlidesStrip({ files }: { files: readonly LoadingFile[] }) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const slideElements = (): HTMLElement[] => [...(strip.current?.children ?? [])].filter((one) => one instanceof HTMLElement)

  function updateCurrent(): void {
    const { scrollLeft = 0, clientWidth = 0 } = strip.current ?? {}
    const middle = scrollLeft + clientWidth / 2
    const distances = slideElements().map(({ offsetLeft, offsetWidth }) => Math.abs(offsetLeft + offsetWidth / 2 - middle))
    setCurrent(Math.max(0, distances.indexOf(Math.min(...distances))))
  }

  function go(to: number): void {
    const element = slideElements()[to]
    if (!element || !strip.current) return
    strip.current.scrollTo({ left: element.offsetLeft + element.offsetWidth / 2 - strip.current.clientWidth / 2, behavior: 'smooth' })
  }

  return (
    <div className={styles.strip}>
      {/* A tab stop, so that arrow keys scroll it. */}
      <ul ref={strip} className={styles.slides} onScroll={updateCurrent} tabIndex={0} aria-label="Slides">
        {files.map((file, at) => (
          <li key={file.name}>
            <Slide file={file} number={at + 1} of={files.length} />
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <div className={styles.turn}>
          <IconButton label="Previous slide" size="large" icon={<ChevronLeft />} disabled={current === 0} onClick={() => go(current - 1)} />
          <p className="tabular" aria-live="polite">
            <span className="visually-hidden">Slide </span>
            {current + 1} / {files.length}
          </p>
          <IconButton
            label="Next slide"
            size="large"
            icon={<ChevronRight />}
            disabled={current === files.length - 1}
            onClick={() => go(current + 1)}
          />
        </div>
      )}
    </div>
  )
}
