import { spawnSync } from 'node:child_process'
import { readFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, constants } from 'node:zlib'
import { temporaryFolder } from '../temporary-folder.ts'

const LARGE = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }

/** Copies a data folder of a released version; returns it with the content that version reported. */
export async function openReleasedFolder(release: string): Promise<{ dataDir: string; content: Record<string, unknown> }> {
  const packed = await readFile(join(import.meta.dirname, `${release}.tar.br`))
  const dataDir = join(await temporaryFolder(), 'data')
  await mkdir(dataDir, { mode: 0o700 })
  const input = await promisify(brotliDecompress)(packed, { params: LARGE })
  const { status } = spawnSync('tar', ['-x', '-p', '--no-same-owner', '-C', dataDir], { input, maxBuffer: 2 ** 30 })
  if (status !== 0) throw new Error(`The folder of ${release} could not be unpacked`)
  const content = JSON.parse(await readFile(join(import.meta.dirname, `${release}.json`), 'utf8')) as Record<string, unknown>
  return { dataDir, content }
}
