import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useReducer, useRef, useState } from 'react'
import { type Reel, startReel } from './reel.ts'
import { fileUrl } from '../../api/file-urls.ts'
import { exportSlides } from '../../painter/export-slides.ts'

/** Debounce after an edit before the photos are rendered again. */
const DEBOUNCE_MS = 200

export interface ReelState {
  reel: Reel<ImageBitmap> | null
  total: number
  retry(): void
}

interface Running {
  slide: Slide
  photos: readonly string[]
  reel: Reel<ImageBitmap>
}

/** The video's frames for the current slide, rendered again after every edit. */
export function useReel(slide: Slide, photos: readonly string[]): ReelState {
  const [, changed] = useReducer((count: number) => count + 1, 0)
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  const [running, setRunning] = useState<Running | null>(null)
  const rest = useRef(0)
  useEffect(() => {
    let reel: Reel<ImageBitmap> | null = null
    const start = (): void => {
      reel = startReel({ slide, photos: [...new Set(photos)], draw: drawFrame, release: (bitmap) => bitmap.close(), changed })
      setRunning({ slide, photos, reel })
    }
    const resting = setTimeout(start, rest.current)
    rest.current = DEBOUNCE_MS
    return () => {
      clearTimeout(resting)
      reel?.stop()
    }
  }, [slide, photos, attempt])
  // Right after an edit, the frames are outdated.
  const reel = running?.slide === slide && running.photos === photos ? running.reel : null
  return { reel, total: new Set(photos).size, retry }
}

/** Size of a frame in pixels: sharp at 256 CSS pixels on a 2x screen, 2 MB each. */
export const FRAME = { width: 540, height: 960 } as const

/** Renders a slide in an export worker and scales it down, off the main thread. */
async function drawFrame(slide: Slide): Promise<ImageBitmap> {
  const [file] = await exportSlides([slide], { resolveUrl: fileUrl, fileType: 'jpeg', scale: 1 })
  if (!file) throw new Error('The frame was not rendered')
  return createImageBitmap(file.blob, { resizeWidth: FRAME.width, resizeHeight: FRAME.height, resizeQuality: 'high' })
}
