// node scripts/painter-lab.mjs [--port N]: builds the lab page of the painter and serves it until it is ended (SIGTERM).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAssets } from './build-assets.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The page as the product's build would make it: same bundler, same worker format. */
async function buildPage(outDir) {
  const { build } = await import('vite')
  const { harfBuzzFile } = await import('../web/plugins/harfbuzz.ts')
  const { aacEncoderFile } = await import('../web/plugins/aac-encoder.ts')
  await build({
    configFile: false,
    root: join(root, 'web/src/painter/lab'),
    logLevel: 'error',
    plugins: [harfBuzzFile()],
    worker: { format: 'es', plugins: () => [harfBuzzFile(), aacEncoderFile()] },
    build: { target: 'es2022', outDir, emptyOutDir: true, reportCompressedSize: false, minify: false },
  })
}

const page = await mkdtemp(join(tmpdir(), 'ninesixteen-painter-lab-'))
const { folder } = await buildAssets()
await buildPage(page)
const main = join(root, 'server/src/testing/painter-lab/main.ts')
const child = spawn(process.execPath, [main, '--page', page, '--assets', folder, ...process.argv.slice(2)], {
  stdio: ['ignore', 'inherit', 'inherit'],
  // As `npm start` sets it.
  env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' },
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill('SIGTERM'))
const [code] = await once(child, 'exit')
await rm(page, { recursive: true, force: true })
process.exitCode = code ?? 0
