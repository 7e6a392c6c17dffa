import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|html|svg|wasm|json|ttf|txt|webmanifest)$/
/** Smaller files gain nothing from compression. */
const MIN_BYTES = 600

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  const [zipped, brotli] = await Promise.all([
    toGzip(bytes, { level: 9 }),
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  ])
  await Promise.all([writeFile(`${file}.gz`, zipped), writeFile(`${file}.br`, brotli)])
}

/** Writes `.br` and `.gz` next to each text file of a build for the server to send. Skips dot folders, which the server never sends. */
export async function compressFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || relative(folder, entry.parentPath).startsWith('.')) continue
    await compressFile(join(entry.parentPath, entry.name))
  }
}
