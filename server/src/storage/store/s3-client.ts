import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { isAbsent, toAppError } from './s3-failure.ts'
import type { S3Location } from '../../config/storage-url.ts'

/** Timeouts, in milliseconds. */
export interface S3Times {
  /** To connect, including the wait for a free connection. */
  connect: number
  /** Without a byte in either direction. */
  silence: number
  /** Until the response begins, including the SDK's retries; the time to send a body at SLOWEST is added. */
  response: number
}

const TIMES: S3Times = { connect: 5_000, silence: 10_000, response: 15_000 }
/** Minimum bandwidth, in bytes per millisecond. */
const SLOWEST = 100
/** Maximum connections; more requests wait up to the connect timeout. */
const SOCKETS = 50

/** A response body may take this many times the response timeout, plus its bytes at SLOWEST. */
const BODY_TIMES = 4

type Sdk = typeof import('@aws-sdk/client-s3')

export interface CallOptions {
  /** Aborts the request and the reading of its body. */
  signal?: AbortSignal | undefined
  /** Size of the request body. */
  bytes?: number
}

export interface S3 {
  /** Makes a request within the timeouts. Failures other than a missing object are an AppError of the table. */
  call<T>(work: (sdk: Sdk, client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>, options?: CallOptions): Promise<T>
  /** The same, with null for a missing object. */
  find<T>(work: (sdk: Sdk, client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>, options?: CallOptions): Promise<T | null>
  /** The body of an object, aborted when it trickles: connections are few. */
  body<B extends Body>(found: { Body?: B | undefined; ContentLength?: number | undefined } | null): B | null
}

/** In Node the body is a stream; its types are wider. */
type Body = GetObjectCommandOutput['Body'] & object

/** The SDK is loaded with the first request, so that instances with a folder don't hold it in memory. */
export function createS3Client(location: S3Location, times: S3Times = TIMES): S3 {
  let loading: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  const connected = () => (loading ??= connect(location, times))

  const within: S3['call'] = async (work, { signal, bytes = 0 } = {}) => {
    const { sdk, client } = await connected()
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error('File store response timed out')), times.response + bytes / SLOWEST)
    try {
      return await work(sdk, client, { abortSignal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal })
    } catch (error) {
      throw timeout.signal.aborted ? timeout.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    call: (work, options) =>
      within(work, options).catch((error: unknown) => {
        throw toAppError(error)
      }),
    find: (work, options) =>
      within(work, options).catch((error: unknown) => {
        if (isAbsent(error)) return null
        throw toAppError(error)
      }),
    body(found) {
      if (!found?.Body) return null
      const { Body: body, ContentLength: bytes = 0 } = found
      if (body instanceof Readable) {
        const end = () => body.destroy(new Error('File store download timed out'))
        const timer = setTimeout(end, times.response * BODY_TIMES + bytes / SLOWEST)
        body.once('close', () => clearTimeout(timer))
      }
      return body
    },
  }
}

async function connect(location: S3Location, times: S3Times): Promise<{ sdk: Sdk; client: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    endpoint: location.endpoint,
    region: location.region,
    credentials: { accessKeyId: location.accessKeyId, secretAccessKey: location.secretAccessKey },
    // Virtual-hosted buckets need DNS and certificates that few self-hosted stores have.
    forcePathStyle: true,
    // Stores without support for the SDK's default trailing checksums would store them as part of the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: times.connect,
      socketTimeout: times.silence,
      httpAgent: { keepAlive: true, maxSockets: SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: SOCKETS },
      // Otherwise it writes to the console when many requests wait.
      logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    },
  })
  signDeletionsWithMd5(client)
  return { sdk, client }
}

function quiet(): void {
  // Errors are thrown anyway.
}

/**
 * Swift, Ceph, older MinIO and others require Content-MD5 for DeleteObjects, and the SDK sends only a CRC32. Follows its own guide
 * (aws-sdk-js-v3, supplemental-docs/MD5_FALLBACK.md). Amazon accepts either.
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
