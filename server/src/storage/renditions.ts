import type { FileVariant } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import type { ImageDecoder } from '../image-decoding/image-decoder.ts'
import { readStarterPhoto } from './starter-photos.ts'
import type { FileStore, StoredStream } from './store/file-store.ts'
import { isLargeKey } from './store/storage-key.ts'

export type RenditionName = Exclude<FileVariant, 'original'>

interface Rendition {
  suffix: string
  mimeType: string
}

/** Suffixes of stored renditions, whose keys begin with the original's key: the sweep finds those without an original by name. */
const RENDITIONS = {
  thumbnail: { suffix: '.thumbnail.webp', mimeType: 'image/webp' },
  cover: { suffix: '.cover.jpg', mimeType: 'image/jpeg' },
} satisfies Record<RenditionName, Rendition>

const NAMES = Object.keys(RENDITIONS) as RenditionName[]

/** All keys of a stored image. */
export function keysOf(path: string): string[] {
  return [path, ...NAMES.map((name) => path + RENDITIONS[name].suffix)]
}

/** The key of an image's rendition. */
export function keyOf(path: string, variant: FileVariant): string {
  return variant === 'original' ? path : path + RENDITIONS[variant].suffix
}

/** The original of a rendition's key; any other key is returned unchanged. */
export function originalOf(key: string): string {
  const suffix = NAMES.map((name) => RENDITIONS[name].suffix).find((candidate) => key.endsWith(candidate))
  return suffix ? key.slice(0, -suffix.length) : key
}

export const FONT_MIME_TYPE = 'application/octet-stream'

const MIME_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  zip: 'application/zip',
  font: FONT_MIME_TYPE,
  aac: 'audio/aac',
}

export function mimeTypeOf(path: string, variant: FileVariant): string {
  if (variant !== 'original') return RENDITIONS[variant].mimeType
  return MIME_TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'image/jpeg'
}

/** A store, and the encoder for renditions of its images. */
export interface RenditionSource {
  store: FileStore
  codec: ImageDecoder
}

/** Renditions in progress, so that ten readers of a new image decode it once. */
const making = new WeakMap<FileStore, Map<string, Promise<Uint8Array | null>>>()

/**
 * The variant that serves a request. A starter photo's cover replaces its original, which has the same size: the original's colors
 * are subsampled, and browsers and servers decode those to slightly different pixels.
 */
export function servedVariant(path: string, variant: FileVariant): FileVariant {
  return variant === 'original' && isStarterPath(path) ? 'cover' : variant
}

/** Content of an image in one of its forms, rendered and stored on first use; null if the image doesn't exist, or for a video. */
export async function readVariant(from: RenditionSource, path: string, requested: FileVariant): Promise<Uint8Array | null> {
  const variant = servedVariant(path, requested)
  if (variant === 'original') return isLargeKey(path) ? null : from.store.read(path)
  return (await from.store.read(path + RENDITIONS[variant].suffix)) ?? makeRendition(from, path, variant)
}

/** As a stream, aborted by the signal. A rendition in progress completes, since others may wait for it. */
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

/** On a full store, images can still be viewed and exported: the rendition is repeated the next time. */
function unlessFull(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'STORAGE_FULL') throw error
}

/** Stores a rendition created with its image. */
export async function storeRendition(
  store: FileStore,
  path: string,
  { name, bytes }: { name: RenditionName; bytes: Uint8Array },
): Promise<void> {
  const { suffix, mimeType } = RENDITIONS[name]
  await store.put(path + suffix, bytes, mimeType).catch(unlessFull)
}

/** The image's owner by its key: renditions run in the owner's turn, regardless of the viewer. All starter photos share a turn. */
function ownerOf(path: string): string {
  return path.split('/')[0] ?? ''
}

async function makeRendition({ store, codec }: RenditionSource, path: string, name: RenditionName): Promise<Uint8Array | null> {
  // A video's renditions are stored when it is rendered, from its slides; documents and archives have none.
  if (isLargeKey(path) || path.endsWith('.font')) return null
  if (name === 'thumbnail' && isStarterPath(path)) return readStarterPhoto(path, 'thumbnail')
  const inStore = making.get(store) ?? new Map<string, Promise<Uint8Array | null>>()
  making.set(store, inStore)
  const key = path + RENDITIONS[name].suffix
  const pending = inStore.get(key)
  if (pending) return pending
  const work = (async () => {
    const original = isStarterPath(path) ? await readStarterPhoto(path, 'original') : await store.read(path)
    if (!original) return null
    const bytes = await codec.encodeRendition(name, original, { userId: ownerOf(path) })
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
