import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useMemo, useState } from 'react'
import { fileUrl } from '../../../api/file-urls.ts'
import type { Painter } from '../../../painter/painter.ts'

/** The slide's texts on its own color, which need no image. */
function withoutImages(slide: Slide): Slide {
  return { ...slide, backgroundImage: null, logoImage: null, imageBoxes: [] }
}

/** The slide without its images until they have loaded, so that its texts show at once. */
export function useTextFirst(slide: Slide, painter: Painter | null): Slide {
  const [loaded, setLoaded] = useState<Slide | null>(null)
  const texts = useMemo(() => withoutImages(slide), [slide])
  useEffect(() => {
    let isOver = false
    const show = (): void => {
      if (!isOver) setLoaded(slide)
    }
    // A photo that fails to load is reported by the editor, which opens next.
    painter?.prepare([slide], { resolveUrl: fileUrl }).then(show, show)
    return () => {
      isOver = true
    }
  }, [painter, slide])
  return loaded === slide ? slide : texts
}
