import type { Plugin } from 'vite'

/** Packages of the studio, which would multiply the first load of a public page. */
const FORBIDDEN = /^(react-router|@tanstack\/|@orpc\/|@base-ui\/|react-hook-form|@hookform\/|sonner|harfbuzzjs|mediabunny|virtual:contract)/
/** Schemas and the painter: a public page may load them on demand, never at first. */
const LATER = /node_modules[\\/]zod[\\/]|web[\\/]src[\\/]painter[\\/]|shared[\\/]src[\\/](scene|shaping)[\\/]/

const HOW = 'Pass data as properties, use a plain fetch (web/src/app/visitor.ts), or read it from the page (web/src/app/public-config.ts).'

/** Why a module of the public pages must not import this package, or null. */
export function forbiddenImport(specifier: string, importer: string | undefined): string | null {
  if (!FORBIDDEN.test(specifier)) return null
  return `A public page cannot load ${specifier}, which ${importer ?? 'it'} imports. ${HOW}`
}

/** Whether public pages may load this module only by `import()`. The bundler must not put it into a shared chunk. */
export const isLoadedLater = (module: string): boolean => LATER.test(module)

/** The part of a bundle's chunk that these checks read. */
export interface LoadedChunk {
  fileName: string
  isEntry: boolean
  imports: readonly string[]
  moduleIds: readonly string[]
}

/** Names a module that a page loads at first and should load on demand, or null. */
export function forbiddenLoad(chunks: readonly LoadedChunk[]): string | null {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  for (const entry of chunks.filter(({ isEntry }) => isEntry)) {
    const files = new Set([entry.fileName])
    for (const file of files) for (const next of byFile.get(file)?.imports ?? []) files.add(next)
    const early = [...files].flatMap((file) => byFile.get(file)?.moduleIds ?? []).find(isLoadedLater)
    if (early !== undefined) return `The public page ${entry.fileName} loads ${early} at first. Load it on demand with import().`
  }
  return null
}

/** Fails the build when a public page imports a forbidden package, or loads at first what it should load on demand. */
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

/** Leaves dynamic imports out of the server's renderer, which never needs them. */
export function noModulePreload(): Plugin {
  return {
    name: 'ninesixteen:nothing-later',
    resolveDynamicImport: () => ({ id: 'data:text/javascript,', external: true }),
  }
}
