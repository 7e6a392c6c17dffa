import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, Plugin } from 'vite'

const FILES_ID = 'virtual:site-files'
const ENTRY_ID = 'virtual:site-entry/'
const site = join(import.meta.dirname, '../src/site')

/** The two fonts of every page's first paint; fonts for other scripts load when a text needs them. */
const FIRST_FONTS = /(inter|tiktok-sans)-latin-wght-normal-[\w-]+\.woff2$/

/** Addresses of what a public page loads. */
export interface SiteFiles {
  script: string
  /** Scripts that the entry imports, preloaded with it. */
  imports: string[]
  styles: string[]
  fonts: string[]
}

function chunksBehind(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  return [name, ...(manifest[name]?.imports ?? []).flatMap((next) => chunksBehind(manifest, next, seen))]
}

/** The files of each page, by the name of its entry. */
export function siteFiles(manifest: Manifest): Record<string, SiteFiles> {
  const entries = Object.entries(manifest).filter(([, chunk]) => chunk.isEntry)
  const url = (file: string) => `/${file}`
  return Object.fromEntries(
    entries.map(([name, entry]) => {
      const chunks = chunksBehind(manifest, name).flatMap((chunk) => manifest[chunk] ?? [])
      const files: SiteFiles = {
        script: url(entry.file),
        imports: chunks.slice(1).map(({ file }) => url(file)),
        // Styles of imported chunks come first, so that the page's own override them.
        styles: [...new Set(chunks.toReversed().flatMap(({ css = [] }) => css))].map(url),
        fonts: [...new Set(chunks.flatMap(({ assets = [] }) => assets))].filter((file) => FIRST_FONTS.test(file)).map(url),
      }
      return [entry.name ?? name, files]
    }),
  )
}

/** The build's inputs: one script for each file of src/site/pages, under its name. */
export function siteInputs(): Record<string, string> {
  const names = readdirSync(join(site, 'pages')).map((file) => file.replace(/\.ts$/, ''))
  return Object.fromEntries(names.map((name) => [name, ENTRY_ID + name]))
}

/** Hydrates one page, so that its script holds no other page. */
function entryScript(name: string): string {
  const [hydrate, page] = [join(site, 'hydrate.tsx'), join(site, 'pages', `${name}.ts`)].map((path) => JSON.stringify(path))
  return `import { hydrate } from ${hydrate}\nimport { page } from ${page}\nhydrate(page)`
}

/** Gives the build its entries, and gives the renderer of the public pages the files of that build, from its manifest. */
export function siteModules(manifestFile: () => string): Plugin {
  return {
    name: 'ninesixteen:site-modules',
    resolveId: (id) => (id === FILES_ID || id.startsWith(ENTRY_ID) ? `\0${id}` : null),
    load(id) {
      if (id.startsWith(`\0${ENTRY_ID}`)) return entryScript(id.slice(ENTRY_ID.length + 1))
      if (id !== `\0${FILES_ID}`) return null
      const manifest: Manifest = JSON.parse(readFileSync(manifestFile(), 'utf8'))
      return `export const siteFiles = ${JSON.stringify(siteFiles(manifest))}`
    },
  }
}
