import type { Plugin } from 'vite'

/** What the studio runs on and a public page must not: its first load would be several times what it may be. */
const FORBIDDEN =
  /^(react-router|@tanstack\/|@orpc\/|@base-ui\/|react-hook-form|@hookform\/|sonner|zod|harfbuzzjs|mediabunny|virtual:contract)/

/** Why a module of the public pages must not import this, or null. */
export function forbiddenImport(specifier: string, importer: string | undefined): string | null {
  if (!FORBIDDEN.test(specifier)) return null
  return (
    `A public page cannot load ${specifier}, which ${importer ?? 'it'} imports. The pages of web/src/site get what they need as properties, ` +
    'by a plain fetch (web/src/site/visitor.ts) or from the page itself (web/src/app/public-config.ts).'
  )
}

/** Ends the build of the public pages where they would load what only the studio may. */
export function forbiddenPackages(): Plugin {
  return {
    name: 'ninesixteen:forbidden-packages',
    enforce: 'pre',
    resolveId(specifier, importer) {
      const fault = forbiddenImport(specifier, importer)
      if (fault) this.error(fault)
      return null
    },
  }
}
