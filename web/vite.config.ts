import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { aacEncoderFile } from './plugins/aac-encoder.ts'
import { chunkGroups } from './plugins/chunks.ts'
import { contractData } from './plugins/contract.ts'
import { devSite } from './plugins/dev-site.ts'
import { harfBuzzFile } from './plugins/harfbuzz.ts'
import { leanIcons } from './plugins/lean-icons.ts'
import { preloadFonts } from './plugins/preload-fonts.ts'
import { quietToasts } from './plugins/quiet-toasts.ts'

const server = process.env['NINESIXTEEN_SERVER'] ?? 'http://localhost:3000'
const proxied = ['/api', '/approve', '/files', '/painter', '/functions', '/calendar']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractData(), harfBuzzFile(), leanIcons(), preloadFonts(), quietToasts(), devSite(server)],
  worker: { format: 'es', plugins: () => [harfBuzzFile(), aacEncoderFile()] },
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 2048,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
})
