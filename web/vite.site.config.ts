import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { forbiddenPackages, isLoadedLater, nothingLater } from './plugins/forbidden-packages.ts'
import { harfBuzzFile } from './plugins/harfbuzz.ts'
import { leanIcons } from './plugins/lean-icons.ts'
import { siteFilesOf } from './plugins/site-files.ts'

const entries = join(import.meta.dirname, 'src/site/entries')
const MANIFEST = '.site/manifest.json'

/**
 * The public pages. Their components are React's, as the studio's, and run on Preact: a tenth of the size, and nothing they use is missing
 * from it. Built twice: the scripts of each page, and (`--ssr`) the renderer that writes its document, which the server loads.
 */
export default defineConfig(({ isSsrBuild = false }) => {
  let outDir = ''
  return {
    root: import.meta.dirname,
    publicDir: false,
    plugins: [
      { name: 'ninesixteen:place', configResolved: (config) => void (outDir = join(config.root, config.build.outDir)) },
      forbiddenPackages(),
      isSsrBuild ? nothingLater() : harfBuzzFile(),
      leanIcons(),
      siteFilesOf(() => join(outDir, '..', MANIFEST)),
    ],
    resolve: {
      alias: [
        { find: /^react$/, replacement: 'preact/compat' },
        { find: /^react-dom$/, replacement: 'preact/compat' },
        { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
        { find: /^react-dom\/server$/, replacement: 'preact-render-to-string' },
        { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      ],
    },
    ssr: { noExternal: true },
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 2048,
      ...(isSsrBuild
        ? { ssrEmitAssets: false }
        : {
            manifest: MANIFEST,
            rolldownOptions: {
              input: Object.fromEntries(readdirSync(entries).map((file) => [file.replace(/\.ts$/, ''), join(entries, file)])),
              // Left to itself the bundler makes a file of each module that two pages share.
              output: { codeSplitting: { groups: [{ name: 'site', test: (id) => !isLoadedLater(id), minShareCount: 2 }] } },
            },
          }),
    },
  }
})
