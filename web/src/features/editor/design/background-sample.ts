import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { slideSize } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import { useEffect, useState } from 'react'
import { fileUrl } from '../../../api/file-urls.ts'
import { getPainter } from '../../../painter/page-painter.ts'
import { contextOf, createSurface, type Surface } from '../../../painter/surface.ts'
import { whenInputIdle } from '../film-strip/input-idle.ts'

/** Each pixel of a sample is the mean of this many pixels of the slide, in both directions. */
const SHRUNK = 20

interface Canvases {
  large: Surface
  small: Surface
}

const newCanvases = (): Canvases => ({
  large: createSurface(1, 1),
  small: createSurface(1, 1),
})

async function sampleBackground({ large, small }: Canvases, slide: Slide): Promise<PixelImage> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  await whenInputIdle()
  painter.paint(large, slide)
  const size = slideSize(slide)
  const [width, height] = [Math.round(size.width / SHRUNK), Math.round(size.height / SHRUNK)]
  Object.assign(small, { width, height })
  const context = contextOf(small)
  context.imageSmoothingQuality = 'high'
  context.drawImage(large, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
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
