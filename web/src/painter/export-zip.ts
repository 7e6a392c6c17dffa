/** A file of an archive. Its bytes stay in the browser's blob storage. */
export interface ZipEntry {
  /** ASCII. */
  name: string
  blob: Blob
  checksum: number
}

/** Bytes of the records before their names (PKWARE's APPNOTE, 4.3.7, 4.3.12 and 4.3.16). */
const LOCAL_HEADER = 30
const CENTRAL_HEADER = 46
const END_RECORD = 22
/** Version 2.0, the lowest that readers accept for plain files. */
const VERSION = 20
/** Limit of 32-bit archives; 35 slides at double size are about 300 MB. */
const MOST_BYTES = 0xffffffff

/** Date and time as two 16-bit numbers, in steps of two seconds since 1980. */
function dosTime(date: Date): { time: number; day: number } {
  return {
    time: (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    day: (Math.max(0, date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
  }
}

/** Writes the fields shared by both headers of an entry at `at`, and its name after the header. */
function header(length: number, { at, name, checksum, size, modified }: Fields): DataView<ArrayBuffer> {
  const bytes = new Uint8Array(length + name.length)
  bytes.set(name, length)
  const view = new DataView(bytes.buffer)
  const { time, day } = dosTime(modified)
  view.setUint16(at, VERSION, true)
  view.setUint16(at + 6, time, true)
  view.setUint16(at + 8, day, true)
  view.setUint32(at + 10, checksum, true)
  // Stored without compression: both sizes are the same.
  view.setUint32(at + 14, size, true)
  view.setUint32(at + 18, size, true)
  view.setUint16(at + 22, name.length, true)
  return view
}

interface Fields {
  at: number
  name: Uint8Array
  checksum: number
  size: number
  modified: Date
}

/**
 * A ZIP without compression, because images are compressed already. It references the files, so that the page's memory holds only the headers.
 */
export function storedZip(entries: readonly ZipEntry[], modified: Date): Blob {
  const parts: BlobPart[] = []
  const directory: BlobPart[] = []
  let offset = 0
  let directorySize = 0
  for (const { name, blob, checksum } of entries) {
    const fields = { name: new TextEncoder().encode(name), checksum, size: blob.size, modified }
    const local = header(LOCAL_HEADER, { ...fields, at: 4 })
    local.setUint32(0, 0x04034b50, true)
    const central = header(CENTRAL_HEADER, { ...fields, at: 6 })
    central.setUint32(0, 0x02014b50, true)
    central.setUint16(4, VERSION, true)
    central.setUint32(42, offset, true)
    parts.push(local, blob)
    directory.push(central)
    offset += local.byteLength + blob.size
    directorySize += central.byteLength
  }
  if (offset + directorySize > MOST_BYTES) throw new RangeError('The slides are too large for one ZIP')
  const end = new DataView(new ArrayBuffer(END_RECORD))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(12, directorySize, true)
  end.setUint32(16, offset, true)
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}
