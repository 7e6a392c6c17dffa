// Maps of the starter photos, and the two steps of a map, which the bench measures. Needs Node 24.

/** Thumbnails of the starter photos by path. */
export async function starterThumbnails() {
  const { STARTER_PHOTOS } = await import('../shared/src/slide/starter-photos.ts')
  const { readStarterPhoto } = await import('../server/src/storage/starter-photos.ts')
  const entries = STARTER_PHOTOS.map(async ({ path }) => [path, await readStarterPhoto(path, 'thumbnail')])
  return new Map(await Promise.all(entries))
}

/** The steps of a map: `compute` from pixels as RGB in the size `pixels`, and `mapPhoto` from a thumbnail to the stored text. */
export async function photoMapSteps() {
  const { decodePhotoMap, MAP_PIXELS, photoMap } = await import('../shared/src/photos/photo-map.ts')
  const { mapPhoto } = await import('../server/src/image-decoding/encode.ts')
  const compute = (data) => photoMap({ ...MAP_PIXELS, data })
  return { pixels: MAP_PIXELS, compute, mapPhoto, read: decodePhotoMap }
}

/** The maps by path as a JSON file: computing them takes too long for a slideshow that a new process generates. */
export async function starterPhotoMaps() {
  const { mapPhoto } = await photoMapSteps()
  const maps = {}
  for (const [path, thumbnail] of await starterThumbnails()) maps[path] = await mapPhoto(thumbnail)
  return `${JSON.stringify(maps, null, 2)}\n`
}
