import { traceFigure } from '@ninesixteen/shared/shaping/outline'
import { textsOf } from '@ninesixteen/shared/scene/scene'
import type { UploadedFontId } from '@ninesixteen/shared/slide/fonts'
import { MAIN_FORMAT, pixelsPerUnit } from '@ninesixteen/shared/slide/formats'
import { newSlide } from '@ninesixteen/shared/slide/edit-slides'
import { newTextBox } from '@ninesixteen/shared/slide/new-box'
import { useEffect, useState } from 'react'
import { fileUrl } from '../api/file-urls.ts'
import { classNames } from './class-names.ts'
import styles from './font-name.module.css'

/** Size of the letters and the room around them, in pixels of a slide: as in the drawings of the product's typefaces. */
const EM = 100
const [ABOVE, BELOW, ASIDE] = [110, 50, 12]

interface Drawn {
  path: string
  viewBox: string
}

/** The name as one path, in the letters of the slides. Null if the font is gone. */
async function drawName(font: UploadedFontId, name: string): Promise<Drawn | null> {
  const { getPainter } = await import('../painter/page-painter.ts')
  const painter = await getPainter()
  const box = {
    ...newTextBox('name'),
    text: name,
    font,
    fontWeight: 400,
    fontSize: EM / pixelsPerUnit(MAIN_FORMAT),
    x: 0,
    y: 0,
    width: 2000,
    height: 60,
    align: 'left' as const,
  }
  const slide = { ...newSlide('name', 1), textBoxes: [box] }
  await painter.prepare([slide], { resolveUrl: fileUrl })
  const [text] = textsOf(painter.layout(slide))
  const fill = text?.ops.findLast((op) => op.kind === 'fill')
  if (!text || text.lacksFont || !fill) return null
  const steps: string[] = []
  const add = (command: string, ...points: number[]): void => void steps.push(command + points.map((value) => Math.round(value)).join(' '))
  const sink = {
    moveTo: (...points: number[]) => add('M', ...points),
    lineTo: (...points: number[]) => add('L', ...points),
    quadraticCurveTo: (...points: number[]) => add('Q', ...points),
    bezierCurveTo: (...points: number[]) => add('C', ...points),
    closePath: () => add('Z'),
  }
  for (const figure of fill.figures) traceFigure(sink, figure)
  const { left, right } = text.bounds
  const baseline = fill.figures[0]?.y ?? 0
  return {
    path: steps.join(''),
    viewBox: [Math.floor(left) - ASIDE, Math.round(baseline - ABOVE), Math.ceil(right - left) + 2 * ASIDE, ABOVE + BELOW].join(' '),
  }
}

export interface FontNameProps {
  font: UploadedFontId
  name: string
  className?: string | undefined
}

/** The name of an uploaded font in its own letters, or in plain ones until it has loaded. */
export function FontName({ font, name, className }: FontNameProps) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let isOver = false
    const show = async (): Promise<void> => {
      const next = await drawName(font, name)
      if (!isOver) setDrawn(next)
    }
    show().catch((error: unknown) => console.info('The name of a font could not be drawn.', error))
    return () => {
      isOver = true
    }
  }, [font, name])
  if (!drawn) return <span className={classNames(styles.plain, className)}>{name}</span>
  return (
    <svg
      className={classNames(styles.drawn, className)}
      viewBox={drawn.viewBox}
      preserveAspectRatio="xMinYMid"
      role="img"
      aria-label={name}
    >
      <path d={drawn.path} fill="currentColor" />
    </svg>
  )
}
