import type { TextBox } from '@ninesixteen/shared/slide/model'
import { useEffect, useState } from 'react'
import { getPainter } from '../../../painter/page-painter.ts'

/** Any weight: a font without an axis must not be made bold by the browser. */
const WEIGHTS = '1 1000'

const loaded = new Set<string>()

async function loadFont(family: string, url: string): Promise<void> {
  if (loaded.has(family)) return
  document.fonts.add(await new FontFace(family, `url(${url})`, { weight: WEIGHTS }).load())
  loaded.add(family)
}

/** CSS families with the files that the painter draws a text with; null for TikTok Sans, and until they are loaded. */
export function useFontFamily(box: TextBox): string | null {
  const [family, setFamily] = useState<string | null>(null)
  useEffect(() => {
    if (box.font === undefined) return
    let hasLeft = false
    const load = async (): Promise<void> => {
      const files = [...(await getPainter()).fontFiles(box)].map(([key, url]) => ({ family: `slide-${key}`, url }))
      await Promise.all(files.map((file) => loadFont(file.family, file.url)))
      if (!hasLeft) setFamily(files.map((file) => `'${file.family}'`).join(', '))
    }
    // Without its files, the field shows the text in TikTok Sans.
    load().catch(() => setFamily(null))
    return () => {
      hasLeft = true
    }
  }, [box])
  return family
}
