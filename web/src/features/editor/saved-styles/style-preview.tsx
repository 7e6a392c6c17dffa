import type { SavedLook } from '@ninesixteen/shared/api/saved-styles'
import { newSlide } from '@ninesixteen/shared/slide/edit-slides'
import { EXPORT_HEIGHT, EXPORT_WIDTH, SLIDE_HEIGHT, SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { Slide, TextStyle } from '@ninesixteen/shared/slide/model'
import { newTextBox } from '@ninesixteen/shared/slide/new-box'
import { useEffect, useMemo, useRef } from 'react'
import { fileUrl } from '../../../api/file-urls.ts'
import { getPainter } from '../../../painter/page-painter.ts'
import { createSurface, type Surface } from '../../../painter/surface.ts'
import { whenInputIdle } from '../film-strip/input-idle.ts'
import styles from './saved-styles.module.css'

/** The middle of a slide that the preview shows, in exported pixels, and its share of them on a 2x screen. */
const SHOWN = { width: 720, height: 144 }
const SCALE = 0.6
/** Largest type of a preview, so that every style fits. */
const FONT_SIZE = 12

let surface: Surface | null = null
/** One preview at a time is painted on the surface. */
let queue: Promise<void> = Promise.resolve()

async function paintPreview(canvas: HTMLCanvasElement, slide: Slide, isOver: () => boolean): Promise<void> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  await whenInputIdle()
  if (isOver()) return
  surface ??= createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  painter.paint(surface, slide)
  const [x, y] = [(EXPORT_WIDTH - SHOWN.width) / 2, (EXPORT_HEIGHT - SHOWN.height) / 2]
  canvas.getContext('2d')?.drawImage(surface, x, y, SHOWN.width, SHOWN.height, 0, 0, canvas.width, canvas.height)
}

export interface StylePreviewProps {
  name: string
  look: SavedLook
  /** Text style of the shown slide, on which the style would be used. */
  textStyle: TextStyle
}

/** A style's name in that style. Decorative: the element around it carries the name. */
export function StylePreview({ name, look, textStyle }: StylePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const slide = useMemo<Slide>(() => {
    const place = { x: 0, y: SLIDE_HEIGHT / 2 - 40, width: SLIDE_WIDTH, height: 80 }
    const box = { ...newTextBox('name'), ...look, ...place, text: name, fontSize: FONT_SIZE, align: undefined }
    return { ...newSlide('preview', 1), textStyle, textBoxes: [box], backdrop: { kind: 'plain', color: '#6d7078' } }
  }, [name, look, textStyle])
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    let isOver = false
    queue = queue.then(() => paintPreview(target, slide, () => isOver)).catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [slide])
  return <canvas ref={canvas} className={styles.preview} width={SHOWN.width * SCALE} height={SHOWN.height * SCALE} aria-hidden="true" />
}
