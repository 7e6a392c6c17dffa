import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { unzipSync } from 'fflate'
import { PNG } from 'pngjs'

export interface ExportedSlide {
  name: string
  width: number
  height: number
  /** RGBA, 4 bytes a pixel. */
  pixels: Uint8Array
}

/** The pictures of a downloaded ZIP, in its order. */
export async function readZip(download: Download): Promise<ExportedSlide[]> {
  const files = unzipSync(new Uint8Array(await readFile(await download.path())))
  return Object.entries(files).map(([name, bytes]) => {
    const { width, height, data } = PNG.sync.read(Buffer.from(bytes))
    return { name, width, height, pixels: data }
  })
}
