import { useEffect, useState } from 'react'
import { fileUrl } from '../../../api/file-urls.ts'
import type { PhotoSize } from './photo-framing.ts'

/** Sizes of thumbnails: they have the ratio of their photos, and only the ratio counts. */
const sizes = new Map<string, PhotoSize>()

async function loadPhotoSize(path: string): Promise<PhotoSize | null> {
  const url = await fileUrl(path, 'thumbnail')
  if (url === null) return null
  const image = new Image()
  image.src = url
  await image.decode()
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  sizes.set(path, size)
  return size
}

/** Size of a photo that is loaded; null for one that is loading or missing. */
export function knownPhotoSize(path: string | null): PhotoSize | null {
  return path === null ? null : (sizes.get(path) ?? null)
}

/** Loads the size of a photo; null until then. */
export function usePhotoSize(path: string | null): PhotoSize | null {
  const [, setLoaded] = useState<string | null>(null)
  useEffect(() => {
    if (path === null || sizes.has(path)) return
    let left = false
    loadPhotoSize(path).then(
      () => !left && setLoaded(path),
      // The stage reports a photo that can't be loaded.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [path])
  return knownPhotoSize(path)
}
