// Builds everything the product needs before it can start: the painter's fonts and emoji, and the page.
// `ensureBuilt` runs on Node 20; the command itself (`node scripts/build.mjs`) needs Node 24, as it runs TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { keepEarlierParts } from './previous-chunks.mjs'
import { root, SetupError, withLock } from './setup.mjs'

/** Tells the process that builds from the one that holds the lock meanwhile. */
const UNDER_LOCK = '--under-lock'
const stampFile = join(root, '.cache', 'build.json')
/** Parts of previous pages, for users who still have them open. */
const earlierPage = join(root, '.cache', 'earlier-page')
const sources = [
  'web/src',
  'web/plugins',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/vite.site.config.ts',
  'shared/src',
  'server/src/storage/starter-photos',
  'scripts',
  'package-lock.json',
]
const results = ['web/dist/index.html', 'web/generated/site/stamp', 'shared/generated/painter/manifest.json']

/** True when the build was made from the current sources. Compares sizes and times: reading everything would slow every start. */
export function isBuilt() {
  return (
    results.every((path) => existsSync(join(root, path))) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOfSources()
  )
}

/** Builds what changed, under Node 24. A second start at the same time waits for the first. */
export function ensureBuilt(node) {
  if (isBuilt()) return
  withLock('build', () => {
    if (isBuilt()) return
    process.stdout.write('Building the page and the fonts (some ten seconds) ...\n')
    clearLeftovers()
    const outcome = spawnSync(node, [fileURLToPath(import.meta.url), UNDER_LOCK], { cwd: root, stdio: 'inherit' })
    if (outcome.status !== 0) throw new SetupError('The build failed; see the error above.')
  })
}

/** Every part is made beside its place, under its name and a suffix; a build that was killed leaves that behind. */
function clearLeftovers() {
  for (const result of results) {
    const place = join(root, dirname(result))
    if (!existsSync(dirname(place))) continue
    for (const name of readdirSync(dirname(place))) {
      if (name.startsWith(`${basename(place)}.`)) rmSync(join(dirname(place), name), { recursive: true, force: true })
    }
  }
}

function stampOfSources() {
  const hash = createHash('sha256')
  for (const path of sources) addToHash(hash, join(root, path))
  return hash.digest('hex')
}

function addToHash(hash, path) {
  if (!existsSync(path)) return
  const found = statSync(path)
  if (!found.isDirectory()) hash.update(`${path} ${found.size} ${found.mtimeMs}\n`)
  else for (const name of readdirSync(path).toSorted()) addToHash(hash, join(path, name))
}

async function build() {
  // The sources before the build: a file changed meanwhile makes the next start build again.
  const stamp = stampOfSources()
  const { buildAssets } = await import('./build-assets.mjs')
  const assets = buildAssets()
  const drawn = assets.then(drawPictures)
  // HarfBuzz is made lean by having it set the fonts.
  await Promise.all([drawn, assets.then(() => buildPage(drawn))])
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}

/** Builds next to the current page, then replaces it: an interrupted build, or a second one at once, leaves a complete page. */
async function buildPage(drawn) {
  const place = join(root, 'web/dist')
  const name = `dist.${process.pid}`
  const fresh = join(root, 'web', name)
  try {
    await runVite(['build', 'web', '--outDir', name, '--logLevel', 'error'])
    await drawn
    // The public pages load what was drawn; their renderer names what their scripts' build made.
    const site = ['build', 'web', '--config', 'web/vite.site.config.ts', '--logLevel', 'error', '--outDir']
    await runVite([...site, name])
    await runVite([...site, `${name}/.site`, '--ssr', 'src/site/render.tsx'])
    await finishPage(fresh)
    keepEarlierParts({ before: place, now: fresh, kept: earlierPage })
    rmSync(place, { recursive: true, force: true })
    renameSync(fresh, place)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

async function drawPictures() {
  const { drawSitePictures } = await import('./site-images.mjs')
  await drawSitePictures()
}

async function finishPage(fresh) {
  const { NAMED_FILES } = await import('./site-images.mjs')
  const { compressFolder } = await import('../web/plugins/compress.ts')
  const { licenceTexts } = await import('./licences.mjs')
  writeFileSync(join(fresh, 'third-party-licences.txt'), licenceTexts())
  for (const file of NAMED_FILES) copyFileSync(file, join(fresh, basename(file)))
  await compressFolder(fresh)
}

/** In a process of its own: the bundler keeps its memory and threads for as long as its process lives. */
function runVite(args) {
  const vite = join(dirname(createRequire(join(root, 'web/package.json')).resolve('vite/package.json')), 'bin/vite.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`vite build ended with ${code}`))))
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes(UNDER_LOCK)) await build()
  else ensureBuilt(process.execPath)
}
