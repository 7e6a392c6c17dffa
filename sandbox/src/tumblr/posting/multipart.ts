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
  const isFirst = body.indexOf(mark.subarray(2)) === 0
  let from = isFirst ? mark.byteLength - 2 : afterNext(body, mark, 0)
  while (from > 0 && body.toString('latin1', from, from + 2) !== '--') {
    const next = body.indexOf(mark, from)
    const part = next < 0 ? null : readPart(body.subarray(from + 2, next))
    if (!part) return null
    parts.push(part)
    from = next + mark.byteLength
  }
  return from > 0 ? parts : null
}

/** Where what follows the next mark begins; zero when there is none. */
function afterNext(body: Buffer, mark: Buffer, from: number): number {
  const at = body.indexOf(mark, from)
  return at < 0 ? 0 : at + mark.byteLength
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
