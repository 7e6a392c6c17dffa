import { photoAtTime } from '@ninesixteen/shared/video/timeline'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { FRAME } from './draw-frame.ts'
import type { Player } from './player.ts'
import type { Reel } from './reel.ts'
import styles from './video.module.css'

export interface ScreenProps {
  /** Where the picture stands: over the slide, under its boxes. */
  place: HTMLElement
  player: Player
  reel: Reel<ImageBitmap> | null
  photos: readonly string[]
  /** The slide itself is to be seen. */
  hidden: boolean
}

/** The video's picture. Gives way to the slide itself at the start, where both are the same, and while the slide is edited. */
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
    // A photo that is not drawn yet leaves the one before standing.
    const drawing = (photo === undefined ? null : now.reel?.frame(photo)) ?? shown.current.drawing
    const { status, at } = player.store.getState().playback
    canvas.current.hidden = now.hidden || drawing === null || (status === 'paused' && at === 0)
    if (drawing === null || drawing === shown.current.drawing) return
    context.drawImage(drawing, 0, 0)
    shown.current.drawing = drawing
  })
  useEffect(() => player.onFrame(draw.current), [player])
  // After every rendering: a photo may have been drawn, or the slide taken hold of.
  useEffect(() => {
    latest.current = { reel, photos, hidden }
    draw.current()
  })
  return createPortal(
    <canvas ref={canvas} className={styles.screen} width={FRAME.width} height={FRAME.height} aria-hidden="true" hidden data-video />,
    place,
  )
}
