import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertFiles } from '@ninesixteen/server/testing/seed-files'
import { signUpMember } from './member.ts'
import { startProduct } from './product.ts'
import { atMost, type BenchTable } from './table.ts'

const server = join(import.meta.dirname, '..', '..', 'server', 'src')
const [IMAGES, IMAGE_BYTES] = [1000, 1_000_000]

/** A backup of 1 GB while the product runs, a second one on top of it, and its restore. The baseline is a plain copy of the data folder. */
export async function run(): Promise<BenchTable> {
  const root = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-'))
  const [dataDir, folder, restored] = [join(root, 'data'), join(root, 'backup'), join(root, 'restored')]
  try {
    const product = await startProduct({ dataDir })
    const { userId } = await signUpMember(product)
    await insertFiles({ dataDir, userId, count: IMAGES, bytes: IMAGE_BYTES })
    const first = await runCommand('cli/backup.ts', [folder], dataDir)
    await insertFiles({ dataDir, userId, count: IMAGES / 100, bytes: IMAGE_BYTES })
    const second = await runCommand('cli/backup.ts', [folder], dataDir)
    await product.stop()
    const restore = await runCommand('cli/restore.ts', [folder], restored)
    const verify = await runCommand('cli/verify.ts', [], restored)
    const startedAt = performance.now()
    await cp(dataDir, join(root, 'copy'), { recursive: true, filter: (path) => !path.endsWith('/run') })
    const copySeconds = (performance.now() - startedAt) / 1000
    const rows = {
      'a plain copy of the stopped instance': copySeconds,
      'first backup': first,
      'the next, with 1 % new': second,
      restore,
      verify,
    }
    return {
      title: `Backup and restore of ${(IMAGES * IMAGE_BYTES) / 1e9} GB in ${IMAGES} images`,
      columns: ['what', 'seconds', 'x plain copy'],
      rows: Object.entries(rows).map(([what, seconds]) => [what, seconds, seconds / copySeconds]),
      gates: [atMost('restore and verification', { value: restore + verify, limit: 300, unit: 's' })],
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Runs a command of the operator and returns its duration in seconds. Throws if it fails. */
async function runCommand(file: string, args: string[], dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(server, file), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, SANDBOX: 'on' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return (performance.now() - startedAt) / 1000
}
