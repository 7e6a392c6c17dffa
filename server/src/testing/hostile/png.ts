import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** A PNG chunk: length, name, data, checksum. */
export function pngChunk(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.byteLength)
  head.write(name, 4, 'latin1')
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, tail])
}

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

interface Png {
  width: number
  height: number
  /** Replaces the regular pixel data. */
  pixels?: Buffer
  /** Inserted between header and pixels. */
  chunks?: Buffer[]
  /** Bits per sample, by default 8; `color` is 2 for RGB and 6 for RGBA. */
  depth?: 8 | 16
  color?: 2 | 6
  isInterlaced?: boolean
}

/** A black PNG, by default 8-bit RGB. */
export function png({
  width,
  height,
  pixels = zeros((width * 3 + 1) * height),
  chunks = [],
  depth = 8,
  color = 2,
  isInterlaced = false,
}: Png): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, isInterlaced ? 1 : 0], 8)
  return Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header), ...chunks, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))])
}

const BLOCK = 1024 * 1024

/** `count` zero bytes as a zlib stream, written as one repeated compressed megabyte to avoid allocating them. */
export function zeros(count: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(BLOCK), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const rest = deflateRawSync(Buffer.alloc(count % BLOCK), { level: 9 })
  const checksum = Buffer.alloc(4)
  // Adler-32 of zeros: the low sum stays 1, the high one counts the bytes.
  checksum.writeUInt32BE((count % 65_521) * 65_536 + 1)
  const blocks = Array.from({ length: Math.floor(count / BLOCK) }, () => block)
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, rest, checksum])
}

/** A compressed text chunk: small here, large when unpacked. */
export function packedText(key: string, text: Buffer): Buffer {
  return pngChunk('zTXt', Buffer.concat([Buffer.from(`${key}\0\0`, 'latin1'), text]))
}

export function plainText(key: string, text: string): Buffer {
  return pngChunk('tEXt', Buffer.from(`${key}\0${text}`, 'latin1'))
}

export function internationalText(key: string, text: string): Buffer {
  return pngChunk('iTXt', Buffer.from(`${key}\0\0\0\0\0${text}`, 'utf8'))
}

export function colorProfile(bytes: Buffer): Buffer {
  return pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), bytes]))
}

export const packed = (bytes: Buffer) => deflateSync(bytes, { level: 9 })
