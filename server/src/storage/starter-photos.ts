import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { STARTER_PHOTOS } from '@ninesixteen/shared/slide/starter-photos'

/** Each photo, 1080 x 1920, and its thumbnail. Both are committed. */
export const STARTER_PHOTOS_FOLDER = join(import.meta.dirname, 'starter-photos')

/** Maps of the photos by name, which `npm run docs` writes. */
export const STARTER_MAPS_FILE = join(import.meta.dirname, 'starter-photo-maps.json')

const FILES = new Map(STARTER_PHOTOS.map(({ path }) => [path, path.slice(path.indexOf('/') + 1)]))

/** Whether this version has the starter photo. */
export function hasStarterPhoto(path: string): boolean {
  return FILES.has(path)
}

/** The photo as JPEG, or its thumbnail as WebP. Null if this version doesn't have it. */
export async function readStarterPhoto(path: string, variant: 'original' | 'thumbnail'): Promise<Uint8Array | null> {
  const file = FILES.get(path)
  if (file === undefined) return null
  return readFile(join(STARTER_PHOTOS_FOLDER, variant === 'original' ? file : file.replace(/jpg$/, 'thumbnail.webp')))
}

let maps: Promise<Readonly<Record<string, string>>> | null = null

/** The photo's map, as `encodePhotoMap` writes it. Null if this version doesn't have it. */
export async function readStarterPhotoMap(path: string): Promise<string | null> {
  maps ??= readFile(STARTER_MAPS_FILE, 'utf8').then((text) => z.record(z.string(), z.string()).parse(JSON.parse(text)))
  return (await maps)[path] ?? null
}
