import { isPhotoFile } from '../../api/photo-file.ts'

/** Folders below folders are read, but a folder that links to itself ends somewhere. */
const DEPTH_MAX = 8

type Entry = Pick<FileSystemEntry, 'isDirectory'>

function isFolder(entry: Entry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** What a browser gives of a folder comes in pieces of a hundred, and an empty one at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (piece.length === 0) return found
    found.push(...piece)
  }
}

/** The pictures in a folder; what else lies there was not meant. */
async function picturesIn(folder: FileSystemDirectoryEntry, depth: number): Promise<File[]> {
  if (depth > DEPTH_MAX) return []
  const found: File[] = []
  for (const child of await childrenOf(folder)) {
    if (isFolder(child)) found.push(...(await picturesIn(child, depth + 1)))
    else {
      const file = await new Promise<File>((resolve, reject) => (child as FileSystemFileEntry).file(resolve, reject))
      if (isPhotoFile(file)) found.push(file)
    }
  }
  return found
}

/** The files that were dropped, and the pictures of the folders among them. To be called while the drop is handled: afterwards it is empty. */
export async function droppedFiles({ files, items }: Pick<DataTransfer, 'files' | 'items'>): Promise<File[]> {
  const dropped = [...files]
  const folders = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null && isFolder(entry))
  if (folders.length === 0) return dropped
  // A folder stands among the files too, as one that cannot be read.
  const names = new Set(folders.map(({ name }) => name))
  const found = await Promise.all(folders.map((folder) => picturesIn(folder, 0)))
  return [...dropped.filter((file) => file.type !== '' || !names.has(file.name)), ...found.flat()]
}
