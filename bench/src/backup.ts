import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertFiles } from '@ninesixteen/server/testing/seed-files'
import { signUpMember } from './member.ts'
import { startProduct } from './product.ts'
import { atMost, type BenchTable } from './table.ts'

const server = join(import.meta.dirname, '..', '..', 'server', 'src')
const [PICTURES, PICTURE_BYTES] = [1000, 1_000_000]

/** A backup of 1 GB while the product runs, a second one on top of it, and its restore. The control is a plain copy of the data folder. */
export async function run(): Promise<BenchTable> {
  const root = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-'))
  const [dataDir, folder, restored] = [join(root, 'data'), join(root, 'backup'), join(root, 'restored')]
  try {
    const product = await startProduct({ dataDir })
    const { person: user } = await signUpMember(product)
    await insertFiles({ dataDir, userId: user, count: PICTURES, bytes: PICTURE_BYTES })
    const first = await command('cli/backup.ts', [folder], dataDir)
    await insertFiles({ dataDir, userId: user, count: PICTURES / 100, bytes: PICTURE_BYTES })
    const second = await command('cli/backup.ts', [folder], dataDir)
    await product.stop()
    const restore = await command('cli/restore.ts', [folder], restored)
    const verify = await command('cli/verify.ts', [], restored)
    const begun = performance.now()
    await cp(dataDir, join(root, 'copy'), { recursive: true, filter: (path) => !path.endsWith('/run') })
    const copy = (performance.now() - begun) / 1000
    const rows = { 'a plain copy of the stopped instance': copy, 'first backup': first, 'the next, with 1 % new': second, restore, verify }
    return {
      title: `Backup and restore of ${(PICTURES * PICTURE_BYTES) / 1e9} GB in ${PICTURES} images`,
      columns: ['what', 'seconds', 'x plain copy'],
      rows: Object.entries(rows).map(([what, seconds]) => [what, seconds, seconds / copy]),
      gates: [atMost('restore and verification', { value: restore + verify, limit: 300, unit: 's' })],
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Seconds that a command of the operator takes; throws when it fails. */
async function command(file: string, words: string[], dataDir: string): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, [join(server, file), ...words], {
    env: { ...process.env, DATA_DIR: dataDir, SANDBOX: 'on' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return (performance.now() - begun) / 1000
}
