/** A canvas that can be off the page. Workers have only the one kind, older browsers only the other. */
export type Surface = HTMLCanvasElement | OffscreenCanvas
/** Both kinds of 2D context have everything in this one. */
export type SurfaceContext = OffscreenCanvasRenderingContext2D

export function createSurface(width: number, height: number): Surface {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

/**
 * The context the painter draws with. `willReadFrequently` keeps it on the processor: graphics cards draw edges each in
 * a way of their own, and then the preview would not be the export.
 */
export function contextOf(surface: Surface): SurfaceContext {
  const context = (surface as OffscreenCanvas).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no 2D canvas left to draw on')
  return context
}

/** The picture as a file. */
export function blobOf(surface: Surface, options: { type: string; quality?: number }): Promise<Blob> {
  if ('convertToBlob' in surface) return surface.convertToBlob(options)
  return new Promise((resolve, reject) => {
    surface.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not encode the picture'))),
      options.type,
      options.quality,
    )
  })
}
