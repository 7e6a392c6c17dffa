import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { isAbsent, storeFailure } from './s3-failure.ts'
import type { S3Place } from '../../config/storage-url.ts'

/** How long a store may take, in milliseconds. */
export interface S3Times {
  /** Until there is a connection, the wait for a free one included. */
  connect: number
  /** Without a byte in either direction. */
  silence: number
  /** Until an answer begins, with all that the SDK tries again; bytes that are sent come on top, at SLOWEST. */
  answer: number
}

const TIMES: S3Times = { connect: 5_000, silence: 10_000, answer: 15_000 }
/** Bytes a millisecond of a line that is still one. */
const SLOWEST = 100
/** Connections at once; further calls wait for one as long as for a connection. */
const SOCKETS = 50

/** A picture may take this many times as long as an answer to arrive, and its bytes at SLOWEST on top. */
const BODY_TIMES = 4

type Sdk = typeof import('@aws-sdk/client-s3')

export interface CallOptions {
  /** Ends the call, and what it still reads. */
  signal?: AbortSignal | undefined
  /** Sent with the call. */
  bytes?: number
}

export interface S3 {
  /** Makes a call within its time. Whatever fails is an AppError of the table, but for what is absent. */
  call<T>(work: (sdk: Sdk, client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>, options?: CallOptions): Promise<T>
  /** The same, and null for what is not there. */
  find<T>(work: (sdk: Sdk, client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>, options?: CallOptions): Promise<T | null>
  /** An object's body, given up where it trickles: it holds one of few connections. */
  body<B extends Body>(found: { Body?: B | undefined; ContentLength?: number | undefined } | null): B | null
}

/** In Node a body is a stream, which its types say less of. */
type Body = GetObjectCommandOutput['Body'] & object

/** The SDK is loaded with the first call, so that an instance with a folder never holds it in memory. */
export function createS3Client(place: S3Place, times: S3Times = TIMES): S3 {
  let loading: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  const connected = () => (loading ??= connect(place, times))

  const within: S3['call'] = async (work, { signal, bytes = 0 } = {}) => {
    const { sdk, client } = await connected()
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('The file store did not answer in time')), times.answer + bytes / SLOWEST)
    try {
      return await work(sdk, client, { abortSignal: signal ? AbortSignal.any([signal, late.signal]) : late.signal })
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    call: (work, options) =>
      within(work, options).catch((error: unknown) => {
        throw storeFailure(error)
      }),
    find: (work, options) =>
      within(work, options).catch((error: unknown) => {
        if (isAbsent(error)) return null
        throw storeFailure(error)
      }),
    body(found) {
      if (!found?.Body) return null
      const { Body: body, ContentLength: bytes = 0 } = found
      if (body instanceof Readable) {
        const end = () => body.destroy(new Error('The file store did not send a picture in time'))
        const timer = setTimeout(end, times.answer * BODY_TIMES + bytes / SLOWEST)
        body.once('close', () => clearTimeout(timer))
      }
      return body
    },
  }
}

async function connect(place: S3Place, times: S3Times): Promise<{ sdk: Sdk; client: S3Client }> {
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
    requestHandler: {
      connectionTimeout: times.connect,
      socketTimeout: times.silence,
      httpAgent: { keepAlive: true, maxSockets: SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: SOCKETS },
      // Else it writes to the console when many wait.
      logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    },
  })
  signDeletionsWithMd5(client)
  return { sdk, client }
}

function quiet(): void {
  // What fails is thrown.
}

/**
 * Swift, Ceph, older MinIO and others still ask for Content-MD5 where many objects are deleted at once, and the SDK sends a CRC32 alone. As
 * its own guide has it (aws-sdk-js-v3, supplemental-docs/MD5_FALLBACK.md). Amazon takes either.
 */
function signDeletionsWithMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const request = args.request
      if (context['commandName'] === 'DeleteObjectsCommand' && isRequest(request)) {
        for (const name of Object.keys(request.headers)) {
          if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete request.headers[name]
        }
        request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64')
      }
      return next(args)
    },
    // After the SDK's own checksums, before the request is signed.
    { step: 'build', priority: 'low', name: 'contentMd5OfDeletions' },
  )
}

function isRequest(request: unknown): request is { headers: Record<string, string>; body: string | Uint8Array } {
  return typeof request === 'object' && request !== null && 'headers' in request && 'body' in request
}
