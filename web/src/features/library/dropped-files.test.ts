import { expect, test } from 'vitest'
import { droppedFiles } from './dropped-files.ts'

const picture = (name: string) => new File(['x'], name, { type: 'image/png' })

interface Folder {
  name: string
  children: (File | Folder)[]
}

const isFile = (given: File | Folder): given is File => given instanceof File

/** As browsers hand it out: children in pieces, and an empty piece at the end. */
function entryOf(given: File | Folder): object {
  if (isFile(given)) return { name: given.name, isDirectory: false, file: (resolve: (file: File) => void) => resolve(given) }
  const pieces = given.children.map((child) => [entryOf(child)])
  const readEntries = (resolve: (piece: object[]) => void) => resolve(pieces.shift() ?? [])
  return { name: given.name, isDirectory: true, createReader: () => ({ readEntries }) }
}

function dropOf(...given: (File | Folder)[]): Parameters<typeof droppedFiles>[0] {
  // A folder is listed as a file without a type.
  const files = given.map((one) => (isFile(one) ? one : new File([], one.name)))
  const items = given.map((one) => ({ webkitGetAsEntry: () => entryOf(one) }))
  return { files, items } as unknown as DataTransfer
}

const namesOf = (files: readonly File[]) => files.map((file) => file.name)

test('files are taken as they are, whatever they are', async () => {
  const notes = new File(['x'], 'notes.txt', { type: 'text/plain' })
  expect(namesOf(await droppedFiles(dropOf(picture('a.png'), notes)))).toEqual(['a.png', 'notes.txt'])
})

test('of a folder the pictures are taken, also those of folders in it, and nothing else', async () => {
  const inner: Folder = { name: 'old', children: [picture('c.png'), new File(['x'], 'IMG_1.HEIC')] }
  const folder: Folder = { name: 'holiday', children: [picture('a.png'), new File(['x'], '.DS_Store'), inner, picture('b.png')] }
  expect(namesOf(await droppedFiles(dropOf(picture('first.png'), folder)))).toEqual(['first.png', 'a.png', 'c.png', 'IMG_1.HEIC', 'b.png'])
})
