import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import { useEffect, useState } from 'react'
import { fileUrl } from '../../../api/file-urls.ts'
import { getPainter } from '../../../painter/page-painter.ts'
import { contextOf, createSurface, type Surface } from '../../../painter/surface.ts'
import { whenInputIdle } from '../film-strip/input-idle.ts'

/** Pixels of a sample: each is the mean of 20 x 20 pixels of the slide. */
const SAMPLE = { width: EXPORT_WIDTH / 20, height: EXPORT_HEIGHT / 20 }

interface Canvases {
  large: Surface
  small: Surface
}

const newCanvases = (): Canvases => ({
  large: createSurface(EXPORT_WIDTH, EXPORT_HEIGHT),
  small: createSurface(SAMPLE.width, SAMPLE.height),
})

async function sampleBackground({ large, small }: Canvases, slide: Slide): Promise<PixelImage> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  await whenInputIdle()
  painter.paint(large, slide)
  const context = contextOf(small)
  context.imageSmoothingQuality = 'high'
  context.drawImage(large, 0, 0, SAMPLE.width, SAMPLE.height)
  return context.getImageData(0, 0, SAMPLE.width, SAMPLE.height)
}

/** Everything below the slide's texts, painted and scaled down; null until the first painting, then the last one. */
export function useBackgroundSample(slide: Slide): PixelImage | null {
  const [canvases] = useState(newCanvases)
  const [sample, setSample] = useState<PixelImage | null>(null)
  const bare = { ...slide, textBoxes: [] }
  // The same object while only texts change, so that the effect below runs for other backgrounds alone.
  const [background, setBackground] = useState<Slide>(bare)
  if (!sameData(background, bare)) setBackground(bare)
  useEffect(() => {
    let left = false
    sampleBackground(canvases, background).then(
      (image) => {
        if (!left) setSample(image)
      },
      // Without its photo the slide has no sample; the stage reports the failure.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [canvases, background])
  return sample
}
