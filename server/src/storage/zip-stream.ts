import { crc32 } from 'node:zlib'

/** A file of an archive. Its content is requested when its turn comes. */
export interface ZipEntry {
  name: string
  read(): Promise<Uint8Array>
  /**
   * For files too large for memory: the content, requested twice, because its checksum precedes it. Without it, the content is read at
   * once.
   */
  stream?(): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_64 = 0x06064b50
const END_64_LOCATOR = 0x07064b50
/** Marks a value that is in the 64-bit fields. */
const IN_64 = 0xffffffff
const MANY = 0xffff
/** Version 4.5 of the format has 64-bit sizes; bit 11 means UTF-8 names. */
const VERSION = 45
const UTF8 = 1 << 11
/** 1 January 1980, the format's earliest date: equal data gives equal archives. */
const DATE = 0x0021

interface Written {
  name: Buffer
  crc: number
  size: number
  offset: number
}

function localHeader({ name, crc, size }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(UTF8, 6)
  header.writeUInt16LE(DATE, 12)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

/** A file's entry in the central directory; its offset is in the 64-bit field, as archives exceed 4 GB. */
function centralHeader({ name, crc, size, offset }: Written): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(UTF8, 8)
  header.writeUInt16LE(DATE, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(size, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(12, 30)
  header.writeUInt32LE(IN_64, 42)
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return Buffer.concat([header, name, extra])
}

function endOf(count: number, directory: { offset: number; size: number }): Buffer {
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(END_64, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE(VERSION, 12)
  end64.writeUInt16LE(VERSION, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(directory.size), 40)
  end64.writeBigUInt64LE(BigInt(directory.offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(END_64_LOCATOR, 0)
  locator.writeBigUInt64LE(BigInt(directory.offset + directory.size), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(MANY, 8)
  end.writeUInt16LE(MANY, 10)
  end.writeUInt32LE(IN_64, 12)
  end.writeUInt32LE(IN_64, 16)
  return Buffer.concat([end64, locator, end])
}

interface Sum {
  crc: number
  size: number
}

async function sumOf({ stream }: ZipEntry): Promise<Sum> {
  let [crc, size] = [0, 0]
  for await (const piece of (await stream?.()) ?? []) {
    crc = crc32(piece, crc)
    size += piece.byteLength
  }
  return { crc, size }
}

/** The content that the checksum was computed from. Changed content would corrupt the archive, so the stream fails instead. */
async function* sameBytes({ name, stream }: ZipEntry, sum: Sum): AsyncGenerator<Uint8Array, void> {
  let [crc, size] = [0, 0]
  for await (const piece of (await stream?.()) ?? []) {
    crc = crc32(piece, crc)
    size += piece.byteLength
    yield piece
  }
  if (crc !== sum.crc || size !== sum.size) throw new Error(`${name} was changed while it was archived`)
}

/**
 * Streams an archive with one file in memory at a time. Uncompressed, since images already are compressed; ZIP64 throughout. The directory
 * comes last, so that a truncated archive is invalid.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  const written: Written[] = []
  let offset = 0
  for await (const entry of entries) {
    const bytes = entry.stream ? null : await entry.read()
    const sum = bytes ? { crc: crc32(bytes), size: bytes.byteLength } : await sumOf(entry)
    const one = { name: Buffer.from(entry.name, 'utf8'), ...sum, offset }
    const header = localHeader(one)
    written.push(one)
    offset += header.length + sum.size
    yield header
    if (bytes) yield bytes
    else yield* sameBytes(entry, sum)
  }
  const directory = Buffer.concat(written.map(centralHeader))
  yield directory
  yield endOf(written.length, { offset, size: directory.length })
}
