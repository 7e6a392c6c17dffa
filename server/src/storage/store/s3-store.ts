import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { databaseNow } from '../../database-clock.ts'
import {
  MARKER_FOLDER,
  OWNER_MARKER_KEY,
  NAME_KEY,
  type CopiedKeys,
  type FileStore,
  type MarkerFile,
  type StoredObject,
} from './file-store.ts'
import { createS3Client, type S3, type S3Times } from './s3-client.ts'
import { statusOf, toAppError } from './s3-failure.ts'
import { signedLink } from './s3-link.ts'
import { removeFromS3 } from './s3-remove.ts'
import { assertKey } from './storage-key.ts'
import type { S3Location } from '../../config/storage-url.ts'

/** Concurrent copy requests: the store does the work. */
const COPIES_AT_ONCE = 16

/** How long a signed URL stays the same, so that browsers cache the object, and how long it is valid, in seconds. */
const LINK = { same: 1800, good: 3600 }

/** Any S3-compatible store. A prefix selects the bucket's keys that begin with it. */
export function createS3Store(location: S3Location, prefix = '', times?: S3Times): FileStore {
  const s3 = createS3Client(location, times)
  const Bucket = location.bucket
  const at = (key: string) => {
    assertKey(key)
    return { Bucket, Key: prefix + key }
  }
  const headOf = (key: string) => {
    const object = at(key)
    return s3.find((sdk, client, options) => client.send(new sdk.HeadObjectCommand(object), options))
  }

  return {
    async put(key, bytes, mimeType) {
      const object = { ...at(key), Body: bytes, ContentType: mimeType, ContentLength: bytes.byteLength }
      await s3.call((sdk, client, options) => client.send(new sdk.PutObjectCommand(object), options), { bytes: bytes.byteLength })
    },
    async putFile(key, file, mimeType) {
      const { size: bytes } = await stat(file)
      const body = createReadStream(file)
      const object = { ...at(key), Body: body, ContentType: mimeType, ContentLength: bytes }
      try {
        await s3.call((sdk, client, options) => client.send(new sdk.PutObjectCommand(object), options), { bytes })
      } finally {
        body.destroy()
      }
    },
    read: async (key) => readObject(s3, at(key)),
    async stream(key, signal, range) {
      const object = { ...at(key), ...(range && { Range: `bytes=${range.first}-${range.last}` }) }
      const found = await s3.find((sdk, client, options) => client.send(new sdk.GetObjectCommand(object), options), { signal })
      const body = s3.body(found)
      return body && { body: body.transformToWebStream() as ReadableStream<Uint8Array>, bytes: found?.ContentLength ?? 0 }
    },
    async copy(pairs) {
      const copyOne = async (pair: CopiedKeys): Promise<CopiedKeys[]> => {
        const object = { ...at(pair.to), CopySource: `${Bucket}/${at(pair.from).Key}` }
        const copied = await s3.find((sdk, client, options) => client.send(new sdk.CopyObjectCommand(object), options))
        return copied ? [pair] : []
      }
      const copied: CopiedKeys[] = []
      for (let first = 0; first < pairs.length; first += COPIES_AT_ONCE) {
        copied.push(...(await Promise.all(pairs.slice(first, first + COPIES_AT_ONCE).map(copyOne))).flat())
      }
      return copied
    },
    ...(location.publicUrl && {
      link: (key: string, fields: Readonly<Record<string, string>>) => {
        const signedAt = new Date(Math.floor(databaseNow() / 1000 / LINK.same) * LINK.same * 1000)
        const signer = { ...location, origin: location.publicUrl ?? location.endpoint }
        return signedLink(signer, { path: `/${Bucket}/${at(key).Key}`, signedAt, seconds: LINK.good, fields })
      },
    }),
    size: async (key) => (await headOf(key))?.ContentLength ?? null,
    has: async (key) => (await headOf(key)) !== null,
    remove: async (keys) =>
      removeFromS3(
        s3,
        Bucket,
        keys.map((key) => at(key).Key),
      ),
    async *list(): AsyncIterable<StoredObject> {
      let ContinuationToken: string | undefined
      do {
        const input = { Bucket, Prefix: prefix, ContinuationToken }
        const page = await s3.call((sdk, client, options) => client.send(new sdk.ListObjectsV2Command(input), options))
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified && !Key.startsWith(`${MARKER_FOLDER}/`)) yield { key: Key.slice(prefix.length), modifiedAt: LastModified }
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken)
    },
    ownerMarker: markerFile({ Bucket, Key: OWNER_MARKER_KEY }, s3),
    nameMarker: markerFile({ Bucket, Key: NAME_KEY }, s3),
  }
}

function markerFile(location: { Bucket: string; Key: string }, s3: S3): MarkerFile {
  const write = async (bytes: Uint8Array, condition: { IfNoneMatch?: '*' }): Promise<void> => {
    const object = { ...location, Body: bytes, ContentType: 'application/json', ContentLength: bytes.byteLength, ...condition }
    await s3.call((sdk, client, options) => client.send(new sdk.PutObjectCommand(object), options))
  }
  return {
    read: () => readObject(s3, location),
    async create(bytes) {
      try {
        await write(bytes, { IfNoneMatch: '*' })
        return true
      } catch (error) {
        const status = error instanceof Error ? statusOf(error.cause) : undefined
        // 412: it exists. 409: another start is writing it.
        if (status === 412 || status === 409) return false
        // Stores without conditional writes: 501 by the protocol, 400 at some.
        if (status !== 501 && status !== 400) throw error
        await write(bytes, {})
        return true
      }
    },
    replace: (bytes) => write(bytes, {}),
  }
}

async function readObject(s3: S3, object: { Bucket: string; Key: string }): Promise<Uint8Array | null> {
  const found = await s3.find((sdk, client, options) => client.send(new sdk.GetObjectCommand(object), options))
  try {
    return (await s3.body(found)?.transformToByteArray()) ?? null
  } catch (error) {
    throw toAppError(error)
  }
}
