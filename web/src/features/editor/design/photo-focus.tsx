import { exportSize, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { clamp } from '@ninesixteen/shared/slide/geometry'
import { PHOTO_FOCUS } from '@ninesixteen/shared/slide/limits'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { fileUrl } from '../../../api/file-urls.ts'
import styles from './photo-focus.module.css'
import type { SlideStyler } from './use-slide-styling.ts'

/** The format that cuts most off, shown while the main one, which cuts nothing, is on the stage. */
const STRICTEST: Format = '1:1'
/** Shares of the photo's height that keys move the focus by. */
const STEP = { small: 0.02, large: 0.1 }

const KEYS: Record<string, number> = {
  ArrowUp: -STEP.small,
  ArrowLeft: -STEP.small,
  ArrowDown: STEP.small,
  ArrowRight: STEP.small,
  PageUp: -STEP.large,
  PageDown: STEP.large,
  Home: -1,
  End: 1,
}

/** Share of the cover's height that a format shows. */
const shownShare = (format: Format): number => exportSize(format).height / exportSize(MAIN_FORMAT).height

/** The part of a photo that other formats show: a window over it that moves up and down by drag and keys. */
export function PhotoFocus({ styler, path }: { styler: SlideStyler; path: string }) {
  const { slide } = styler
  const hint = useId()
  const dragged = useRef<{ y: number; focus: number } | null>(null)
  const { data: url } = useQuery({ queryKey: ['file-url', 'cover', path], queryFn: () => fileUrl(path, 'cover') })
  const format = slide.format ?? STRICTEST
  const share = shownShare(format)
  const room = { from: share / 2, to: 1 - share / 2 }
  const focus = clamp(slide.photoFocus ?? PHOTO_FOCUS, room.from, room.to)
  const set = (to: number): void => {
    const next = Math.round(clamp(to, room.from, room.to) * 1000) / 1000
    styler.style(() => ({ photoFocus: next === PHOTO_FOCUS ? null : next }), 'focus')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = KEYS[event.key]
    if (step === undefined) return
    event.preventDefault()
    set(focus + step)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { y: event.clientY, focus }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const height = event.currentTarget.parentElement?.clientHeight
    if (dragged.current && height) set(dragged.current.focus + (event.clientY - dragged.current.y) / height)
  }
  const onPointerUp = (): void => {
    dragged.current = null
    styler.end()
  }
  return (
    <div className={styles.field}>
      <div className={styles.photo}>
        {url && <img className={styles.image} src={url} alt="" draggable={false} />}
        <div
          className={styles.window}
          style={{ top: `${(focus - share / 2) * 100}%`, height: `${share * 100}%` }}
          role="slider"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label="Focus of the photo"
          aria-describedby={hint}
          aria-valuemin={Math.round(room.from * 100)}
          aria-valuemax={Math.round(room.to * 100)}
          aria-valuenow={Math.round(focus * 100)}
          aria-valuetext={`${Math.round(focus * 100)}% from the top`}
          onKeyDown={onKeyDown}
          onBlur={styler.end}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={onPointerUp}
        />
      </div>
      <p id={hint} className={styles.hint}>
        <strong>Focus</strong>
        Shorter formats keep this part of the photo. The frame shows {format}.
      </p>
    </div>
  )
}
