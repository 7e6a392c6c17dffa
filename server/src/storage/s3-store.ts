import type { S3Client } from '@aws-sdk/client-s3'
import { assertKey, type CopiedKeys, type FileStore, type StoredObject } from './file-store.ts'
import type { S3Place } from './storage-place.ts'

/** Most keys one DeleteObjects call takes (Amazon S3 API reference). */
const DELETE_MAX = 1000
/** Copies asked for side by side: the store makes them, nothing waits in this process. */
const COPIES_AT_ONCE = 16

/**
 * Any S3-compatible store. The SDK is loaded with the first call, so that an instance with a folder never holds it in memory.
 */
export function createS3Store(place: S3Place): FileStore {
  let loading: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const s3 = () => (loading ??= connect(place))
  const Bucket = place.bucket

  return {
    async put(key, bytes, mimeType) {
      assertKey(key)
      const { sdk, client } = await s3()
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: mimeType, ContentLength: bytes.byteLength }))
    },
    async read(key) {
      assertKey(key)
      const { sdk, client } = await s3()
      const found = await absentIsNull(() => client.send(new sdk.GetObjectCommand({ Bucket, Key: key })))
      return found?.Body ? found.Body.transformToByteArray() : null
    },
    async stream(key) {
      assertKey(key)
      const { sdk, client } = await s3()
      const found = await absentIsNull(() => client.send(new sdk.GetObjectCommand({ Bucket, Key: key })))
      if (!found?.Body) return null
      const body = found.Body.transformToWebStream() as ReadableStream<Uint8Array>
      return { body, bytes: found.ContentLength ?? 0 }
    },
    async copy(pairs) {
      for (const { from, to } of pairs) [from, to].forEach(assertKey)
      const { sdk, client } = await s3()
      const copyOne = async (pair: CopiedKeys): Promise<CopiedKeys[]> => {
        const command = new sdk.CopyObjectCommand({ Bucket, Key: pair.to, CopySource: `${Bucket}/${pair.from}` })
        return (await absentIsNull(() => client.send(command))) ? [pair] : []
      }
      const copied: CopiedKeys[] = []
      for (let at = 0; at < pairs.length; at += COPIES_AT_ONCE) {
        copied.push(...(await Promise.all(pairs.slice(at, at + COPIES_AT_ONCE).map(copyOne))).flat())
      }
      return copied
    },
    async remove(keys) {
      keys.forEach(assertKey)
      const { sdk, client } = await s3()
      for (let at = 0; at < keys.length; at += DELETE_MAX) {
        const Objects = keys.slice(at, at + DELETE_MAX).map((Key) => ({ Key }))
        const answer = await client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
        const refused = answer.Errors?.find((error) => error.Code !== 'NoSuchKey')
        if (refused) throw new Error(`The file store did not remove ${refused.Key}: ${refused.Code}`)
      }
    },
    async *list(): AsyncIterable<StoredObject> {
      const { sdk, client } = await s3()
      let after: string | undefined
      do {
        const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, ContinuationToken: after }))
        for (const found of page.Contents ?? []) {
          if (found.Key && found.LastModified) yield { key: found.Key, modifiedAt: found.LastModified }
        }
        after = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (after)
    },
  }
}

async function connect(place: S3Place) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    endpoint: place.endpoint,
    region: place.region,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    // Bucket names in the host need DNS and certificates that few self-hosted stores have.
    forcePathStyle: true,
    // The SDK's default trailing checksums arrive as part of the object at stores which do not know them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { sdk, client }
}

async function absentIsNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null
    throw error
  }
}
