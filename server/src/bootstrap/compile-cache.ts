import { registerHooks } from 'node:module'

const BIG_PACKAGE = '/node_modules/drizzle-orm/'

/**
 * Node reads the package.json above every imported file to find its module type. drizzle-orm's has 179 kB of `exports`, which takes 0.4 s
 * and 200 MB for its 300 files. All files in that package have the same type, so this answers directly. Call it before anything imports
 * drizzle-orm.
 */
export function enableCompileCache(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isInside = specifier.startsWith('.') && context.parentURL?.includes(BIG_PACKAGE)
      if (!isInside || !specifier.endsWith('.js')) return nextResolve(specifier, context)
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    },
  })
}
