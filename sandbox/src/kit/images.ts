/** Loaded when the first picture is drawn or measured: most runs of the sandbox need none, and it takes 15 MB. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  return sharp
}

/** By the first bytes; null for no picture that any platform takes. */
export function imageType(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('GIF8')) return 'image/gif'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : null
}

/** MP4 or QuickTime, or WebM, by the first bytes. */
export function videoType(head: Buffer): string | null {
  if (head.toString('latin1', 4, 8) === 'ftyp') return head.toString('latin1', 8, 10) === 'qt' ? 'video/quicktime' : 'video/mp4'
  return head.byteLength >= 4 && head.readUInt32BE(0) === 0x1a45dfa3 ? 'video/webm' : null
}

/** Null when it is not a whole picture. */
export async function imageSize(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(bytes).metadata()
    return { width, height }
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

const COLORS = ['#7c5cff', '#e4572e', '#2a9d8f', '#c08a00']

/** A user's avatar: their initial on a color of their own. */
export async function letterAvatar(name: string, number: number): Promise<Response> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><rect width="100" height="100" fill="${COLORS[number % COLORS.length]}"/><text x="50" y="52" dy=".3em" font-family="sans-serif" font-size="52" fill="#fff" text-anchor="middle">${name.slice(0, 1)}</text></svg>`
  const sharp = await loadSharp()
  const bytes = await sharp(Buffer.from(svg)).webp().toBuffer()
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/webp', 'cache-control': 'max-age=7200' } })
}
