import type { Company } from '@ninesixteen/shared/api/companies'
import { BRAND_ROLES } from '@ninesixteen/shared/brand/limits'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { fileUrl } from '../../../api/file-urls.ts'
import { useSaveSettings } from '../../../app/use-save-settings.ts'
import { getPainter } from '../../../painter/page-painter.ts'
import { drawScaled, fitToScreen } from '../../../painter/scaled-canvas.ts'
import { createSurface, type Surface } from '../../../painter/surface.ts'
import styles from './brand.module.css'
import { previewSlides } from './preview-slides.ts'
import { ROLE_LABELS } from './role-labels.ts'

/** One canvas in full size for all previews: each would hold 8 MB. */
let large: Surface | null = null

async function draw(canvas: HTMLCanvasElement, slide: Slide, signal: AbortSignal): Promise<void> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  if (signal.aborted) return
  large ??= createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  painter.paint(large, slide)
  fitToScreen(canvas, { width: canvas.clientWidth, height: canvas.clientHeight })
  drawScaled(canvas, large)
  canvas.dataset['drawn'] = ''
}

export interface BrandPreviewProps {
  brand: Brand
  company: Company
}

/** A slide of each role, drawn by the painter of the editor and the export. */
export function BrandPreview({ brand, company: { name: companyName, logoPath, look: ownLook } }: BrandPreviewProps) {
  const shown = useDeferredValue(brand)
  const { textSize, look: defaultLook } = useSaveSettings().settings
  const look = ownLook ?? defaultLook
  const slides = useMemo(
    () => previewSlides(shown, { companyName, logoPath, look, textSize }),
    [shown, companyName, logoPath, look, textSize],
  )
  return (
    <div className={styles.preview} role="group" aria-label="Preview of the brand">
      {BRAND_ROLES.map((role, index) => (
        <figure key={role} className={styles.slide}>
          {slides[index] && <PreviewSlide slide={slides[index]} label={`${ROLE_LABELS[role]} slide in this brand`} />}
          <figcaption>{ROLE_LABELS[role]}</figcaption>
        </figure>
      ))}
    </div>
  )
}

function PreviewSlide({ slide, label }: { slide: Slide; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    const leaving = new AbortController()
    const redraw = (): void => {
      draw(target, slide, leaving.signal).catch((error: unknown) => console.info('The preview could not be drawn.', error))
    }
    const sizes = new ResizeObserver(redraw)
    sizes.observe(target)
    return () => {
      leaving.abort()
      sizes.disconnect()
    }
  }, [slide])
  return <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} />
}
