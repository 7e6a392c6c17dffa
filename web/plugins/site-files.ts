import { readFileSync } from 'node:fs'
import type { Manifest, Plugin } from 'vite'

const ID = 'virtual:site-files'

/** The two fonts that the first paint of every page needs; other scripts load when a text has them. */
const FIRST_FONTS = /(inter|tiktok-sans)-latin-wght-normal-[\w-]+\.woff2$/

/** Addresses of what a public page loads. */
export interface SiteFiles {
  script: string
  /** Scripts that the first one imports: asked for together with it. */
  imports: string[]
  styles: string[]
  fonts: string[]
}

function chunksBehind(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  return [name, ...(manifest[name]?.imports ?? []).flatMap((next) => chunksBehind(manifest, next, seen))]
}

/** Of each entry of the build, by its name, what its page loads. */
export function siteFiles(manifest: Manifest): Record<string, SiteFiles> {
  const entries = Object.entries(manifest).filter(([, chunk]) => chunk.isEntry)
  const url = (file: string) => `/${file}`
  return Object.fromEntries(
    entries.map(([name, entry]) => {
      const chunks = chunksBehind(manifest, name).flatMap((chunk) => manifest[chunk] ?? [])
      const files: SiteFiles = {
        script: url(entry.file),
        imports: chunks.slice(1).map(({ file }) => url(file)),
        // What others build on comes first.
        styles: [...new Set(chunks.toReversed().flatMap(({ css = [] }) => css))].map(url),
        fonts: [...new Set(chunks.flatMap(({ assets = [] }) => assets))].filter((file) => FIRST_FONTS.test(file)).map(url),
      }
      return [entry.name ?? name, files]
    }),
  )
}

/** Tells the renderer of the public pages which files the build of their scripts made, by its manifest. */
export function siteFilesOf(manifestFile: () => string): Plugin {
  return {
    name: 'ninesixteen:site-files',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null
      const manifest: Manifest = JSON.parse(readFileSync(manifestFile(), 'utf8'))
      return `export const siteFiles = ${JSON.stringify(siteFiles(manifest))}`
    },
  }
}
