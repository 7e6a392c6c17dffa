import { join } from 'node:path'
import { defineConfig } from 'vite'
import { forbiddenPackages, isLoadedLater, noModulePreload } from './plugins/forbidden-packages.ts'
import { harfBuzzFile } from './plugins/harfbuzz.ts'
import { leanIcons } from './plugins/lean-icons.ts'
import { siteInputs, siteModules } from './plugins/site-files.ts'

const MANIFEST = '.site/manifest.json'

/**
 * The public pages. Their React components run on Preact, a tenth of React's size. Built twice: a script for each page, and (`--ssr`) the
 * renderer of their documents, which the server loads.
 */
export default defineConfig(({ isSsrBuild = false }) => {
  let outDir = ''
  return {
    root: import.meta.dirname,
    publicDir: false,
    plugins: [
      { name: 'ninesixteen:out-dir', configResolved: (config) => void (outDir = join(config.root, config.build.outDir)) },
      forbiddenPackages(),
      isSsrBuild ? noModulePreload() : harfBuzzFile(),
      leanIcons(),
      siteModules(() => join(outDir, '..', MANIFEST)),
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
              input: siteInputs(),
              // By default, the bundler makes a chunk of each module that two pages share.
              output: { codeSplitting: { groups: [{ name: 'site', test: (id) => !isLoadedLater(id), minShareCount: 2 }] } },
            },
          }),
    },
  }
})
