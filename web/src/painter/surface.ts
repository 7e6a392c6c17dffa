/** A canvas, on or off the page. Workers have only OffscreenCanvas, older browsers only the element. */
export type Surface = HTMLCanvasElement | OffscreenCanvas
/** The members that both kinds of 2D context share. */
export type SurfaceContext = OffscreenCanvasRenderingContext2D

export function createSurface(width: number, height: number): Surface {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

/**
 * The painter's context. `willReadFrequently` keeps it on the CPU: GPUs draw edges differently, and the preview would differ from the export.
 */
export function contextOf(surface: Surface): SurfaceContext {
  const context = (surface as OffscreenCanvas).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no 2D canvas left to draw on')
  return context
}

/** Encodes the canvas as a file. */
export function blobOf(surface: Surface, options: { type: string; quality?: number }): Promise<Blob> {
  if ('convertToBlob' in surface) return surface.convertToBlob(options)
  return new Promise((resolve, reject) => {
    surface.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not encode the image'))),
      options.type,
      options.quality,
    )
  })
}
