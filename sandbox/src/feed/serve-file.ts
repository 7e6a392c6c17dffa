import type { KeptFile } from '../published-posts/files.ts'

/** A picture or a video; of a video also a piece, without which players cannot seek. */
export function serveFile(file: KeptFile | undefined, range: string | undefined): Response {
  if (!file) return new Response('No longer kept', { status: 404 })
  const headers = {
    'content-type': file.type,
    'cache-control': 'private, max-age=3600, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
  }
  const size = file.bytes.byteLength
  const piece = range === undefined ? null : pieceOf(range, size)
  if (range !== undefined && !piece) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
  const { from, to } = piece ?? { from: 0, to: size - 1 }
  const bytes = new Uint8Array(file.bytes.subarray(from, to + 1))
  if (!piece) return new Response(bytes, { headers })
  return new Response(bytes, { status: 206, headers: { ...headers, 'content-range': `bytes ${from}-${to}/${size}` } })
}

/** One range, as players ask for it: `bytes=0-`, `bytes=5-9`, `bytes=-100`. */
function pieceOf(range: string, size: number): { from: number; to: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to ? { from, to } : null
}
