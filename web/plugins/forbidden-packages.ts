import type { Plugin } from 'vite'

/** What the studio runs on and a public page must not: its first load would be several times what it may be. */
const FORBIDDEN = /^(react-router|@tanstack\/|@orpc\/|@base-ui\/|react-hook-form|@hookform\/|sonner|harfbuzzjs|mediabunny|virtual:contract)/
/** What a public page may load once it is used, and never to be seen: schemas and the painter. */
const LATER = /node_modules[\\/]zod[\\/]|web[\\/]src[\\/]painter[\\/]|shared[\\/]src[\\/](scene|shaping)[\\/]/

const HOW =
  'The pages of web/src/site get what they need as properties, by a plain fetch (web/src/app/visitor.ts) or from the page itself ' +
  '(web/src/app/public-config.ts).'

/** Why a module of the public pages must not import this, or null. */
export function forbiddenImport(specifier: string, importer: string | undefined): string | null {
  if (!FORBIDDEN.test(specifier)) return null
  return `A public page cannot load ${specifier}, which ${importer ?? 'it'} imports. ${HOW}`
}

/** Whether this module is loaded when it is used, by `import()`: the bundler must not put it with what every page loads. */
export const isLoadedLater = (module: string): boolean => LATER.test(module)

/** A chunk of the bundle, as far as it matters here. */
export interface LoadedChunk {
  fileName: string
  isEntry: boolean
  imports: readonly string[]
  moduleIds: readonly string[]
}

/** Why a page's first load is too much, or null: it holds what should wait. */
export function forbiddenLoad(chunks: readonly LoadedChunk[]): string | null {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  for (const entry of chunks.filter(({ isEntry }) => isEntry)) {
    const files = new Set([entry.fileName])
    for (const file of files) for (const next of byFile.get(file)?.imports ?? []) files.add(next)
    const early = [...files].flatMap((file) => byFile.get(file)?.moduleIds ?? []).find(isLoadedLater)
    if (early !== undefined)
      return `The public page ${entry.fileName} loads ${early} with itself. It may by import() alone, when it is used.`
  }
  return null
}

/** Ends the build of the public pages where they would load what only the studio may, or load at once what should wait. */
export function forbiddenPackages(): Plugin {
  return {
    name: 'ninesixteen:forbidden-packages',
    enforce: 'pre',
    resolveId(specifier, importer) {
      const fault = forbiddenImport(specifier, importer)
      if (fault) this.error(fault)
      return null
    },
    generateBundle(_, bundle) {
      const fault = forbiddenLoad(Object.values(bundle).filter((part) => part.type === 'chunk'))
      if (fault) this.error(fault)
    },
  }
}

/** Leaves what is loaded later out of the renderer of the pages: it is one module, and draws nothing that comes later. */
export function nothingLater(): Plugin {
  return {
    name: 'ninesixteen:nothing-later',
    resolveDynamicImport: () => ({ id: 'data:text/javascript,', external: true }),
  }
}
