import { expect, test } from 'vitest'
import { droppedFiles } from './dropped-files.ts'

const photo = (name: string) => new File(['x'], name, { type: 'image/png' })

interface Folder {
  name: string
  children: (File | Folder)[]
}

const isFile = (entry: File | Folder): entry is File => entry instanceof File

/** Returns children in batches and ends with an empty one, like browsers. */
function entryOf(entry: File | Folder): object {
  if (isFile(entry)) return { name: entry.name, isDirectory: false, file: (resolve: (file: File) => void) => resolve(entry) }
  const pieces = entry.children.map((child) => [entryOf(child)])
  const readEntries = (resolve: (piece: object[]) => void) => resolve(pieces.shift() ?? [])
  return { name: entry.name, isDirectory: true, createReader: () => ({ readEntries }) }
}

function dropOf(...entries: (File | Folder)[]): Parameters<typeof droppedFiles>[0] {
  // Browsers list a folder as a file without a type.
  const files = entries.map((one) => (isFile(one) ? one : new File([], one.name)))
  const items = entries.map((one) => ({ webkitGetAsEntry: () => entryOf(one) }))
  return { files, items } as unknown as DataTransfer
}

const namesOf = (files: readonly File[]) => files.map((file) => file.name)

test('accepts files of any type', async () => {
  const notes = new File(['x'], 'notes.txt', { type: 'text/plain' })
  expect(namesOf(await droppedFiles(dropOf(photo('a.png'), notes)))).toEqual(['a.png', 'notes.txt'])
})

test('accepts only photos from folders and their subfolders', async () => {
  const inner: Folder = { name: 'old', children: [photo('c.png'), new File(['x'], 'IMG_1.HEIC')] }
  const folder: Folder = { name: 'holiday', children: [photo('a.png'), new File(['x'], '.DS_Store'), inner, photo('b.png')] }
  expect(namesOf(await droppedFiles(dropOf(photo('first.png'), folder)))).toEqual(['first.png', 'a.png', 'c.png', 'IMG_1.HEIC', 'b.png'])
})
