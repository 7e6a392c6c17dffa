import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunkBytes = Buffer.alloc(body.length + 8)
  chunkBytes.writeUInt32BE(data.length, 0)
  body.copy(chunkBytes, 4)
  chunkBytes.writeUInt32BE(crc32(body), body.length + 4)
  return chunkBytes
}

/** Side of a small image, and its fields of random colors. */
const SIDE = 300
const FIELDS = 6

/** A different PNG with each call, as large as a thumbnail and quick to create: 36 fields of random colors. */
export function smallImage(): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  // 8 bits a channel, three channels; compression, filter and interlace are the standard's zero.
  header.set([8, 2, 0, 0, 0], 8)
  const colors = randomBytes(FIELDS * FIELDS * 3)
  const rows = Buffer.alloc((SIDE * 3 + 1) * SIDE)
  const fieldSide = SIDE / FIELDS
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const colorOffset = (Math.floor(y / fieldSide) * FIELDS + Math.floor(x / fieldSide)) * 3
      colors.copy(rows, y * (SIDE * 3 + 1) + 1 + x * 3, colorOffset, colorOffset + 3)
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = pngChunk('IDAT', deflateSync(rows, { level: 1 }))
  return Buffer.concat([signature, pngChunk('IHDR', header), data, pngChunk('IEND', Buffer.alloc(0))])
}

/** JPEGs of 4000 x 3000 pixels, as detailed as a phone's photos. The browser draws and encodes them. */
export async function largePhotos(page: Page, count: number): Promise<Uint8Array[]> {
  const photos: Uint8Array[] = []
  for (let created = 0; created < count; created++) {
    const base64 = await page.evaluate(async () => {
      const noise = new OffscreenCanvas(400, 300)
      const grain = noise.getContext('2d')
      const photo = new OffscreenCanvas(4000, 3000)
      const scene = photo.getContext('2d')
      if (!grain || !scene) throw new Error('There is no canvas to draw on')
      const pixels = grain.createImageData(400, 300)
      for (let offset = 0; offset < pixels.data.length; offset += 65_536)
        crypto.getRandomValues(pixels.data.subarray(offset, offset + 65_536))
      for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255
      grain.putImageData(pixels, 0, 0)
      scene.drawImage(noise, 0, 0, 4000, 3000)
      const blob = await photo.convertToBlob({ type: 'image/jpeg', quality: 0.88 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      let text = ''
      for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
      return btoa(text)
    })
    photos.push(Buffer.from(base64, 'base64'))
  }
  return photos
}
