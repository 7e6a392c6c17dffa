import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { isCompressible, mimeTypeOfFile } from './mime-types.ts'

export interface StaticFile {
  /** Path on disk. */
  path: string
  bytes: number
  etag: string
  /** Paths of precompressed files from the build. */
  packed: Partial<Record<Encoding, string>>
}

const SUFFIX = { br: '.br', gzip: '.gz' } as const
/** Below this, compression saves less than a packet. */
export const COMPRESS_MIN_BYTES = 1400
/** Minimum interval between listings of a folder, however many unknown paths are requested. */
const RELIST_MS = 2000
/** Capacity of the cache of files compressed on demand, in bytes. */
const PACKED_CACHE_BYTES = 12 * 1024 * 1024

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/**
 * Files of a folder by URL path. Only listed files are served, which rules out path traversal. Listed on the first request, to keep the
 * start fast, and again for an unknown path: there may be a new build.
 */
export function createStaticFiles(folder: string) {
  let listing: Promise<Map<string, StaticFile>> | undefined
  let listedAt = 0
  const packedCache = new Map<string, Promise<Uint8Array>>()
  let packedBytes = 0

  function list(): Promise<Map<string, StaticFile>> {
    listedAt = performance.now()
    const fresh = listFolder(folder)
    listing = fresh
    // Don't cache a failure: the next request lists again.
    fresh.catch(() => {
      if (listing === fresh) listing = undefined
    })
    return fresh
  }

  async function find(urlPath: string): Promise<StaticFile | undefined> {
    const found = (await (listing ?? list())).get(urlPath)
    if (found || performance.now() - listedAt < RELIST_MS) return found
    return (await list()).get(urlPath)
  }

  async function pack(file: StaticFile, encoding: Encoding): Promise<Uint8Array> {
    const key = file.path + SUFFIX[encoding]
    const cached = packedCache.get(key)
    if (cached) return cached
    const work = compressFile(file.path, encoding)
    packedCache.set(key, work)
    try {
      packedBytes += (await work).byteLength
      if (packedBytes > PACKED_CACHE_BYTES) forgetOldest(key)
      return await work
    } catch (error) {
      packedCache.delete(key)
      throw error
    }
  }

  function forgetOldest(newest: string): void {
    for (const key of packedCache.keys()) if (key !== newest) packedCache.delete(key)
    packedBytes = 0
  }

  /** A file response in the best encoding the browser accepts; 304 for a matching ETag. */
  async function send(c: Context<AppEnv>, file: StaticFile, cacheControl: string): Promise<Response> {
    const encoding =
      file.bytes >= COMPRESS_MIN_BYTES && isCompressible(file.path) ? acceptedEncoding(c.req.header('accept-encoding')) : null
    const etag = encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag
    const headers: Record<string, string> = {
      'content-type': mimeTypeOfFile(file.path),
      'cache-control': cacheControl,
      etag,
      vary: 'Accept-Encoding',
    }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    if (!encoding) return c.body(open(file.path), 200, { ...headers, 'content-length': String(file.bytes) })
    headers['content-encoding'] = encoding
    const packed = file.packed[encoding]
    if (packed) return c.body(open(packed), 200, headers)
    const bytes = await pack(file, encoding)
    return c.body(new Uint8Array(bytes), 200, { ...headers, 'content-length': String(bytes.byteLength) })
  }

  return { find, send }
}

export type StaticFiles = ReturnType<typeof createStaticFiles>

function open(path: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
}

async function compressFile(path: string, encoding: Encoding): Promise<Uint8Array> {
  const bytes = await readFile(path)
  if (encoding === 'gzip') return packGzip(bytes, { level: 9 })
  return packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } })
}

/** A folder that is a file fails, so that its list is not remembered as empty. */
function absentIsNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

async function listFolder(folder: string): Promise<Map<string, StaticFile>> {
  const found = new Map<string, StaticFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absentIsNull)
  for (const entry of entries?.filter((one) => one.isFile()) ?? []) {
    const path = join(entry.parentPath, entry.name)
    // A new build may replace these files at any time.
    const info = await stat(path).catch(absentIsNull)
    if (!info) continue
    const etag = `"${createHash('sha256').update(`${info.size} ${info.mtimeMs}`).digest('base64url').slice(0, 16)}"`
    found.set(`/${path.slice(folder.length).split(sep).filter(Boolean).join('/')}`, { path, bytes: info.size, etag, packed: {} })
  }
  for (const [url, file] of found) {
    for (const encoding of ['br', 'gzip'] as const) {
      const beside = found.get(url + SUFFIX[encoding])
      if (beside) file.packed[encoding] = beside.path
    }
  }
  return found
}

export type Encoding = 'br' | 'gzip'

/** The best compression that the browser accepts; null if none. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const accepted = (header ?? '').split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.trim().split(';')
    return parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter)) ? [] : [name.toLowerCase()]
  })
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}
