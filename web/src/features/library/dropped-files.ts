import { isPhotoFile } from '../../api/upload-file.ts'

/** Limits cyclic links. */
const DEPTH_MAX = 8

type Entry = Pick<FileSystemEntry, 'isDirectory'>

function isFolder(entry: Entry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** Browsers return at most 100 entries at a time, and an empty batch at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return found
    found.push(...batch)
  }
}

/** The photos in a folder and its subfolders, without other files. */
async function photosIn(folder: FileSystemDirectoryEntry, depth: number): Promise<File[]> {
  if (depth > DEPTH_MAX) return []
  const found: File[] = []
  for (const child of await childrenOf(folder)) {
    if (isFolder(child)) found.push(...(await photosIn(child, depth + 1)))
    else {
      const file = await new Promise<File>((resolve, reject) => (child as FileSystemFileEntry).file(resolve, reject))
      if (isPhotoFile(file)) found.push(file)
    }
  }
  return found
}

/** The dropped files, and the photos of dropped folders. Call it synchronously in the drop handler, because the data is empty afterwards. */
export async function droppedFiles({ files, items }: Pick<DataTransfer, 'files' | 'items'>): Promise<File[]> {
  const dropped = [...files]
  const folders = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null && isFolder(entry))
  if (folders.length === 0) return dropped
  // Browsers also list a folder as an unreadable file.
  const names = new Set(folders.map(({ name }) => name))
  const found = await Promise.all(folders.map((folder) => photosIn(folder, 0)))
  return [...dropped.filter((file) => file.type !== '' || !names.has(file.name)), ...found.flat()]
}
