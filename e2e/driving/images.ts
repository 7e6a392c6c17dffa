import { crc32, deflateSync } from 'node:zlib'

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A grey picture as PNG: as large as asked for, and yet small as a file. */
export function greyPng(name: string, { width, height }: { width: number; height: number }): Upload {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits, greyscale; compression, filter and interlace are the standard's zero.
  header.set([8, 0, 0, 0, 0], 8)
  // Each row begins with its filter, 0 for none.
  const rows = Buffer.alloc((width + 1) * height, 0x80)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const buffer = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name, mimeType: 'image/png', buffer }
}

/** A drawing with a script in it, under the name of a photo. */
export function svgNamedPng(name: string): Upload {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="16"><script>alert(1)</script></svg>'
  return { name, mimeType: 'image/png', buffer: Buffer.from(drawing) }
}
