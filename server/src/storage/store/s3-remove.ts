import type { S3 } from './s3-client.ts'
import { statusOf } from './s3-failure.ts'

/** Maximum number of keys per DeleteObjects request (Amazon S3 API reference). */
const DELETE_MAX = 1000
/** Concurrency of single deletes. */
const REMOVED_AT_ONCE = 16
/** Statuses of stores without DeleteObjects, or with requirements that we don't meet. */
const NOT_IN_ONE_CALL = new Set([400, 404, 405, 411, 412, 501])

/** Deletes objects, a thousand per request, or one by one if the store doesn't support that. Missing objects are ignored. */
export async function removeFromS3(s3: S3, Bucket: string, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += DELETE_MAX) {
    const some = keys.slice(at, at + DELETE_MAX)
    try {
      await removeTogether(s3, Bucket, some)
    } catch (error) {
      const status = error instanceof Error ? statusOf(error.cause) : undefined
      if (status === undefined || !NOT_IN_ONE_CALL.has(status)) throw error
      await removeEach(s3, Bucket, some)
    }
  }
}

async function removeTogether(s3: S3, Bucket: string, keys: readonly string[]): Promise<void> {
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
  const response = await s3.call((sdk, client, options) => client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete }), options))
  const refused = response.Errors?.find((error) => error.Code !== 'NoSuchKey')
  if (refused) throw new Error(`File store failed to delete ${refused.Key}: ${refused.Code}`)
}

async function removeEach(s3: S3, Bucket: string, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
    const some = keys.slice(at, at + REMOVED_AT_ONCE)
    await Promise.all(
      some.map((Key) => s3.find((sdk, client, options) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), options))),
    )
  }
}
