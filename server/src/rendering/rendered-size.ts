import { open } from 'node:fs/promises'
import type { Size } from '@ninesixteen/shared/slide/formats'

/* Pixels of our own renders, read from their headers. */

/** Wide enough for a card on a 2x display. */
const COVER_WIDTH = 360

/** Pixels of a slide's thumbnail. */
export function coverSize({ width, height }: Size): Size {
  return { width: COVER_WIDTH, height: Math.round((COVER_WIDTH * height) / width) }
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** Bytes of an MP4 that contain its `tkhd` box, whatever its length. */
const MP4_START = 4096
/** Offsets of width and height in version 0 of the box, after its name, in 16.16 fixed-point numbers. */
const TKHD = { width: 80, height: 84 }

/** Throws unless a rendered image has these pixels. */
export function requireImageSize(bytes: Uint8Array, requested: Size): void {
  requireSize(imageSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)), requested)
}

/** Throws unless a rendered video has frames of these pixels. */
export async function requireVideoSize(file: string, requested: Size): Promise<void> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MP4_START), 0, MP4_START, 0)
    requireSize(videoSize(buffer.subarray(0, bytesRead)), requested)
  } finally {
    await handle.close()
  }
}

function requireSize(rendered: Size, requested: Size): void {
  if (rendered.width === requested.width && rendered.height === requested.height) return
  const text = ({ width, height }: Size): string => `${width} x ${height}`
  throw new Error(`Rendered ${text(rendered)} pixels instead of ${text(requested)}`)
}

function imageSize(bytes: Buffer): Size {
  if (bytes.subarray(0, 8).equals(PNG)) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes)
  // Lossy WebP: 14 bits each.
  if (bytes.toString('latin1', 8, 16) === 'WEBPVP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  throw new Error('The render is no PNG, JPEG or WebP')
}

/** Reads the first frame header. */
function jpegSize(bytes: Buffer): Size {
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker >= 0xffc0 && marker <= 0xffc2) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  throw new Error('The rendered JPEG has no frame header')
}

function videoSize(start: Buffer): Size {
  const at = start.indexOf('tkhd')
  if (at === -1 || start[at + 4] !== 0 || at + TKHD.height + 4 > start.length) throw new Error('The rendered MP4 has no track header')
  return { width: start.readUInt16BE(at + TKHD.width), height: start.readUInt16BE(at + TKHD.height) }
}
