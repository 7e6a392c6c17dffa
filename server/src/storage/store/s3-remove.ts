import type { S3 } from './s3-client.ts'
import { statusOf } from './s3-failure.ts'

/** Most keys one DeleteObjects call takes (Amazon S3 API reference). */
const DELETE_MAX = 1000
/** Where each is removed by a call of its own. */
const REMOVED_AT_ONCE = 16
/** Answers of stores that know no DeleteObjects, or want something in it that we do not send. */
const NOT_IN_ONE_CALL = new Set([400, 404, 405, 411, 412, 501])

/** Removes objects, a thousand in a call; one by one at a store that takes no such calls. What is not there is no error. */
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
  const answer = await s3.call((sdk, client, options) => client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete }), options))
  const refused = answer.Errors?.find((error) => error.Code !== 'NoSuchKey')
  if (refused) throw new Error(`The file store did not remove ${refused.Key}: ${refused.Code}`)
}

async function removeEach(s3: S3, Bucket: string, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
    const some = keys.slice(at, at + REMOVED_AT_ONCE)
    await Promise.all(
      some.map((Key) => s3.find((sdk, client, options) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), options))),
    )
  }
}
