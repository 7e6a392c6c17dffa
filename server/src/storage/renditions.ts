import type { FileVariant } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import type { ImageDecoder } from '../image-decoding/image-decoder.ts'
import type { FileStore, StoredStream } from './store/file-store.ts'
import { isFilmKey } from './store/storage-key.ts'

export type RenditionName = Exclude<FileVariant, 'original'>

interface Rendition {
  suffix: string
  mimeType: string
}

/** Stored beside the original, whose key they carry in front: what has no original any more is found by its name. */
const RENDITIONS = {
  thumbnail: { suffix: '.thumbnail.webp', mimeType: 'image/webp' },
  cover: { suffix: '.cover.jpg', mimeType: 'image/jpeg' },
} satisfies Record<RenditionName, Rendition>

const NAMES = Object.keys(RENDITIONS) as RenditionName[]

/** All keys under which a stored picture may have bytes. */
export function keysOf(path: string): string[] {
  return [path, ...NAMES.map((name) => path + RENDITIONS[name].suffix)]
}

/** The key of a picture's bytes in one of its forms. */
export function keyOf(path: string, variant: FileVariant): string {
  return variant === 'original' ? path : path + RENDITIONS[variant].suffix
}

/** The picture a key belongs to: itself for an original, a half-written file or something unknown. */
export function originalOf(key: string): string {
  const suffix = NAMES.map((name) => RENDITIONS[name].suffix).find((ending) => key.endsWith(ending))
  return suffix ? key.slice(0, -suffix.length) : key
}

export function mimeTypeOf(path: string, variant: FileVariant): string {
  if (variant !== 'original') return RENDITIONS[variant].mimeType
  if (isFilmKey(path)) return 'video/mp4'
  return path.endsWith('.png') ? 'image/png' : 'image/jpeg'
}

/** A store, and what makes renditions of the pictures in it. */
export interface RenditionSource {
  store: FileStore
  codec: ImageDecoder
}

/** Renditions in the making, so that ten readers of a new picture decode it once. */
const making = new WeakMap<FileStore, Map<string, Promise<Uint8Array | null>>>()

/** Bytes of a stored picture in one of its forms, made and kept on the first call; null when there is no such picture, or a film. */
export async function readVariant(from: RenditionSource, path: string, variant: FileVariant): Promise<Uint8Array | null> {
  if (variant === 'original') return isFilmKey(path) ? null : from.store.read(path)
  return (await from.store.read(path + RENDITIONS[variant].suffix)) ?? makeRendition(from, path, variant)
}

/** The same as a stream, which ends with the signal. A rendition in the making is made to its end: others may wait for it. */
export async function streamRendition(
  from: RenditionSource,
  path: string,
  { name, signal }: { name: RenditionName; signal: AbortSignal },
): Promise<StoredStream | null> {
  const found = await from.store.stream(path + RENDITIONS[name].suffix, signal)
  if (found) return found
  const bytes = await makeRendition(from, path, name)
  return bytes && { body: new Blob([new Uint8Array(bytes)]).stream(), bytes: bytes.byteLength }
}

/** On a full disk pictures are still to be seen and exported: what cannot be kept is made again the next time. */
function unlessFull(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'STORAGE_FULL') throw error
}

/** Keeps a rendition that was made with its picture. */
export async function storeRendition(
  store: FileStore,
  path: string,
  { name, bytes }: { name: RenditionName; bytes: Uint8Array },
): Promise<void> {
  const { suffix, mimeType } = RENDITIONS[name]
  await store.put(path + suffix, bytes, mimeType).catch(unlessFull)
}

/** The person whose picture it is, by its key: whoever looks at it, it is made in their turn. */
function ownerOf(path: string): string {
  return path.split('/')[0] ?? ''
}

async function makeRendition({ store, codec }: RenditionSource, path: string, name: RenditionName): Promise<Uint8Array | null> {
  // Those of a film are kept when it is made, of the slides it shows.
  if (isFilmKey(path)) return null
  const inStore = making.get(store) ?? new Map<string, Promise<Uint8Array | null>>()
  making.set(store, inStore)
  const key = path + RENDITIONS[name].suffix
  const begun = inStore.get(key)
  if (begun) return begun
  const work = (async () => {
    const original = await store.read(path)
    if (!original) return null
    const bytes = await codec.encodeRendition(name, original, { person: ownerOf(path) })
    await storeRendition(store, path, { name, bytes })
    return bytes
  })()
  inStore.set(key, work)
  try {
    return await work
  } finally {
    inStore.delete(key)
  }
}
