import { photoAtTime } from '@ninesixteen/shared/video/timeline'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { FRAME } from './use-reel.ts'
import type { Player } from './player.ts'
import type { Reel } from './reel.ts'
import styles from './video.module.css'

export interface ScreenProps {
  /** The parent element, above the slide and below its boxes. */
  place: HTMLElement
  player: Player
  reel: Reel<ImageBitmap> | null
  photos: readonly string[]
  /** Shows the slide instead. */
  hidden: boolean
}

/** The video's current frame. Hidden at the start, where it equals the slide, and while the slide is being edited. */
export function Screen({ place, player, reel, photos, hidden }: ScreenProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = useRef<{ reel: Reel<ImageBitmap> | null; drawing: ImageBitmap | null }>({ reel: null, drawing: null })
  const latest = useRef({ reel, photos, hidden })
  const draw = useRef(() => {
    const context = canvas.current?.getContext('2d', { alpha: false })
    const now = latest.current
    if (!canvas.current || !context) return
    if (shown.current.reel !== now.reel) shown.current = { reel: now.reel, drawing: null }
    const photo = now.photos[photoAtTime(player.position(), now.photos.length)]
    // Keeps the previous photo until this one is rendered.
    const drawing = (photo === undefined ? null : now.reel?.frame(photo)) ?? shown.current.drawing
    const { status, at } = player.store.getState().playback
    canvas.current.hidden = now.hidden || drawing === null || (status === 'paused' && at === 0)
    if (drawing === null || drawing === shown.current.drawing) return
    context.drawImage(drawing, 0, 0)
    shown.current.drawing = drawing
  })
  useEffect(() => player.onFrame(draw.current), [player])
  // Runs after every render, because photos and editing state may have changed.
  useEffect(() => {
    latest.current = { reel, photos, hidden }
    draw.current()
  })
  return createPortal(
    <canvas ref={canvas} className={styles.screen} width={FRAME.width} height={FRAME.height} aria-hidden="true" hidden data-video />,
    place,
  )
}
