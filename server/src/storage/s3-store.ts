import type { S3Client } from '@aws-sdk/client-s3'
import { MARK_FOLDER, MARK_KEY, type CopiedKeys, type FileStore, type MarkFile, type StoredObject } from './file-store.ts'
import { assertKey } from './storage-key.ts'
import type { S3Place } from './storage-place.ts'

/** Most keys one DeleteObjects call takes (Amazon S3 API reference). */
const DELETE_MAX = 1000
/** Copies asked for side by side: the store makes them, nothing waits in this process. */
const COPIES_AT_ONCE = 16

interface Connected {
  sdk: typeof import('@aws-sdk/client-s3')
  client: S3Client
}

/**
 * Any S3-compatible store. The SDK is loaded with the first call, so that an instance with a folder never holds it in memory.
 * With a prefix, the pictures are the bucket's keys that begin with it.
 */
export function createS3Store(place: S3Place, prefix = ''): FileStore {
  let loading: Promise<Connected> | undefined
  const s3 = () => (loading ??= connect(place))
  const Bucket = place.bucket

  return {
    async put(key, bytes, mimeType) {
      assertKey(key)
      const { sdk, client } = await s3()
      await client.send(
        new sdk.PutObjectCommand({ Bucket, Key: prefix + key, Body: bytes, ContentType: mimeType, ContentLength: bytes.byteLength }),
      )
    },
    async read(key) {
      assertKey(key)
      const { sdk, client } = await s3()
      const found = await absentIsNull(() => client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key })))
      return found?.Body ? found.Body.transformToByteArray() : null
    },
    async stream(key) {
      assertKey(key)
      const { sdk, client } = await s3()
      const found = await absentIsNull(() => client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key })))
      if (!found?.Body) return null
      const body = found.Body.transformToWebStream() as ReadableStream<Uint8Array>
      return { body, bytes: found.ContentLength ?? 0 }
    },
    async copy(pairs) {
      for (const { from, to } of pairs) [from, to].forEach(assertKey)
      const { sdk, client } = await s3()
      const copyOne = async (pair: CopiedKeys): Promise<CopiedKeys[]> => {
        const command = new sdk.CopyObjectCommand({ Bucket, Key: prefix + pair.to, CopySource: `${Bucket}/${prefix}${pair.from}` })
        return (await absentIsNull(() => client.send(command))) ? [pair] : []
      }
      const copied: CopiedKeys[] = []
      for (let at = 0; at < pairs.length; at += COPIES_AT_ONCE) {
        copied.push(...(await Promise.all(pairs.slice(at, at + COPIES_AT_ONCE).map(copyOne))).flat())
      }
      return copied
    },
    async has(key) {
      assertKey(key)
      const { sdk, client } = await s3()
      return (await absentIsNull(() => client.send(new sdk.HeadObjectCommand({ Bucket, Key: prefix + key })))) !== null
    },
    async remove(keys) {
      keys.forEach(assertKey)
      const { sdk, client } = await s3()
      for (let at = 0; at < keys.length; at += DELETE_MAX) {
        const Objects = keys.slice(at, at + DELETE_MAX).map((key) => ({ Key: prefix + key }))
        const answer = await client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
        const refused = answer.Errors?.find((error) => error.Code !== 'NoSuchKey')
        if (refused) throw new Error(`The file store did not remove ${refused.Key}: ${refused.Code}`)
      }
    },
    async *list(): AsyncIterable<StoredObject> {
      const { sdk, client } = await s3()
      let after: string | undefined
      do {
        const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: after }))
        for (const found of page.Contents ?? []) {
          if (found.Key && found.LastModified && !found.Key.startsWith(`${MARK_FOLDER}/`))
            yield { key: found.Key.slice(prefix.length), modifiedAt: found.LastModified }
        }
        after = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (after)
    },
    mark: markIn(Bucket, s3),
  }
}

function markIn(Bucket: string, s3: () => Promise<Connected>): MarkFile {
  const write = async (bytes: Uint8Array, condition: { IfNoneMatch?: '*' }): Promise<void> => {
    const { sdk, client } = await s3()
    const object = { Bucket, Key: MARK_KEY, Body: bytes, ContentType: 'application/json', ContentLength: bytes.byteLength }
    await client.send(new sdk.PutObjectCommand({ ...object, ...condition }))
  }
  return {
    async read() {
      const { sdk, client } = await s3()
      const found = await absentIsNull(() => client.send(new sdk.GetObjectCommand({ Bucket, Key: MARK_KEY })))
      return found?.Body ? found.Body.transformToByteArray() : null
    },
    async create(bytes) {
      try {
        await write(bytes, { IfNoneMatch: '*' })
        return true
      } catch (error) {
        const status = statusOf(error)
        // 412: there is one. 409: another start writes one at this moment.
        if (status === 412 || status === 409) return false
        // Stores that know no conditions: 501 by the protocol, 400 at some.
        if (status !== 501 && status !== 400) throw error
        await write(bytes, {})
        return true
      }
    },
    replace: (bytes) => write(bytes, {}),
  }
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode
}

async function connect(place: S3Place): Promise<Connected> {
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
