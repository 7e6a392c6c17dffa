/** What a file is by its first bytes; its name and the type it claims to be count for nothing. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'gif'

/** Enough bytes for every signature below. */
export const SIGNATURE_BYTES = 32

export function pictureFormat(head: Uint8Array): PictureFormat | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SIGNATURE_BYTES)).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  // ISO base media file: the brands name the codec. HEIC needs a patented decoder which the picture library leaves out.
  if (text.startsWith('ftyp', 4)) {
    if (/avif|avis/.test(text.slice(8))) return 'avif'
    if (/^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/.test(text.slice(8))) return 'heic'
  }
  return null
}
