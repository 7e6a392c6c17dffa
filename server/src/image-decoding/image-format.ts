/** A file's format by its first bytes, regardless of its name and declared type. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'gif'

/** Enough bytes for every signature below. */
export const SIGNATURE_BYTES = 64

export function imageFormat(head: Uint8Array): ImageFormat | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SIGNATURE_BYTES)).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  // ISO base media file: the brands name the codec.
  if (text.startsWith('ftyp', 4)) {
    if (/avif|avis/.test(text.slice(8))) return 'avif'
    if (/^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|msf1)/.test(text.slice(8))) return 'heic'
  }
  return null
}

/** Whether a WebP is lossless, by its first chunk, or the one after its list of features. */
export function isLosslessWebp(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1')
  return text.startsWith('VP8L', 12) || (text.startsWith('VP8X', 12) && text.startsWith('VP8L', 30))
}
