/** A part of a form, in the order in which it came. */
export interface Part {
  name: string
  filename: string | null
  type: string
  bytes: Buffer
}

/** Takes a `multipart/form-data` body apart (RFC 7578); null when it is none. */
export function readParts(body: Buffer, contentType: string): Part[] | null {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]{1,70})"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return null
  const parts: Part[] = []
  const mark = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line in front of it.
  const whole = Buffer.concat([Buffer.from('\r\n'), body])
  let at = whole.indexOf(mark)
  while (at >= 0) {
    const from = at + mark.byteLength
    if (whole.toString('latin1', from, from + 2) === '--') return parts
    const next = whole.indexOf(mark, from)
    const part = next < 0 ? null : readPart(whole.subarray(from + 2, next))
    if (!part) return null
    parts.push(part)
    at = next
  }
  return null
}

function readPart(bytes: Buffer): Part | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const headers = new Map(
    bytes
      .toString('utf8', 0, end)
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const disposition = headers.get('content-disposition') ?? ''
  const name = /^form-data;.*\bname="([^"]*)"/i.exec(disposition)?.[1]
  if (name === undefined) return null
  return {
    name,
    filename: /\bfilename="([^"]*)"/i.exec(disposition)?.[1] ?? null,
    type: headers.get('content-type') ?? 'text/plain',
    bytes: bytes.subarray(end + 4),
  }
}
