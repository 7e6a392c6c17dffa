import type { FileVariant } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import { encodeCover, encodeThumbnail } from './encode-picture.ts'
import type { FileStore, StoredStream } from './file-store.ts'

export type RenditionName = Exclude<FileVariant, 'original'>

interface Rendition {
  suffix: string
  mimeType: string
  encode(original: Uint8Array): Promise<Buffer>
}

/** Stored beside the original, whose key they carry in front: what has no original any more is found by its name. */
const RENDITIONS = {
  thumbnail: { suffix: '.thumbnail.webp', mimeType: 'image/webp', encode: encodeThumbnail },
  cover: { suffix: '.cover.jpg', mimeType: 'image/jpeg', encode: encodeCover },
} satisfies Record<RenditionName, Rendition>

const NAMES = Object.keys(RENDITIONS) as RenditionName[]

/** All keys under which a stored picture may have bytes. */
export function keysOf(path: string): string[] {
  return [path, ...NAMES.map((name) => path + RENDITIONS[name].suffix)]
}

/** The picture a key belongs to: itself for an original, a half-written file or something unknown. */
export function originalOf(key: string): string {
  const suffix = NAMES.map((name) => RENDITIONS[name].suffix).find((ending) => key.endsWith(ending))
  return suffix ? key.slice(0, -suffix.length) : key
}

export function mimeTypeOf(path: string, variant: FileVariant): string {
  if (variant !== 'original') return RENDITIONS[variant].mimeType
  return path.endsWith('.png') ? 'image/png' : 'image/jpeg'
}

/** Renditions in the making, so that ten readers of a new picture decode it once. */
const making = new WeakMap<FileStore, Map<string, Promise<Uint8Array | null>>>()

/** Bytes of a stored picture in one of its forms, made and kept on the first call; null when there is no such picture. */
export async function readVariant(store: FileStore, path: string, variant: FileVariant): Promise<Uint8Array | null> {
  if (variant === 'original') return store.read(path)
  return (await store.read(path + RENDITIONS[variant].suffix)) ?? makeRendition(store, path, variant)
}

/** The same as a stream. */
export async function streamVariant(store: FileStore, path: string, variant: FileVariant): Promise<StoredStream | null> {
  if (variant === 'original') return store.stream(path)
  const found = await store.stream(path + RENDITIONS[variant].suffix)
  if (found) return found
  const bytes = await makeRendition(store, path, variant)
  return bytes && { body: new Blob([new Uint8Array(bytes)]).stream(), bytes: bytes.byteLength }
}

/** On a full disk pictures are still to be seen and exported: what cannot be kept is made again the next time. */
function unlessFull(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'STORAGE_FULL') throw error
}

async function makeRendition(store: FileStore, path: string, name: RenditionName): Promise<Uint8Array | null> {
  const { suffix, mimeType, encode } = RENDITIONS[name]
  const inStore = making.get(store) ?? new Map<string, Promise<Uint8Array | null>>()
  making.set(store, inStore)
  const key = path + suffix
  const begun = inStore.get(key)
  if (begun) return begun
  const work = (async () => {
    const original = await store.read(path)
    if (!original) return null
    const bytes = await encode(original)
    await store.put(key, bytes, mimeType).catch(unlessFull)
    return bytes
  })()
  inStore.set(key, work)
  try {
    return await work
  } finally {
    inStore.delete(key)
  }
}
