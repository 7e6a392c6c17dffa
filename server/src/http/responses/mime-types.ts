/** MIME types of the web build and the painter's assets. */
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  webmanifest: 'application/manifest+json',
  wasm: 'application/wasm',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  bin: 'application/octet-stream',
}

const PACKED = new Set(['png', 'jpg', 'webp', 'woff2', 'ico'])

const extensionOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

export function mimeTypeOfFile(path: string): string {
  return TYPES[extensionOf(path)] ?? 'application/octet-stream'
}

/** Whether compression makes the file smaller. */
export function isCompressible(path: string): boolean {
  return !PACKED.has(extensionOf(path))
}
