/** A file of an archive. Its bytes stay where the browser keeps them: only the checksum is looked at. */
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
/** Version 2.0: the lowest that readers take for plain files. */
const VERSION = 20
/** What a 32-bit archive can hold; 35 slides at double size are some 300 MB. */
const MOST_BYTES = 0xffffffff

/** Date and time as two 16-bit numbers, two seconds exact, from 1980 on. */
function dosTime(date: Date): { time: number; day: number } {
  return {
    time: (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    day: (Math.max(0, date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
  }
}

/** The fields that both headers of an entry share, at `at`, and its name after the header. */
function header(length: number, { at, name, checksum, size, modified }: Fields): DataView<ArrayBuffer> {
  const bytes = new Uint8Array(length + name.length)
  bytes.set(name, length)
  const view = new DataView(bytes.buffer)
  const { time, day } = dosTime(modified)
  view.setUint16(at, VERSION, true)
  view.setUint16(at + 6, time, true)
  view.setUint16(at + 8, day, true)
  view.setUint32(at + 10, checksum, true)
  // Stored: as long in the archive as outside.
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
 * A ZIP of files as they are: pictures are compressed already. The files are put in by reference, so that an archive of any size costs
 * the page only its headers.
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
