import { API_PREFIX, contract } from '@ninesixteen/shared/api/contract'
import type { Plugin } from 'vite'

const ID = 'virtual:contract'

type Routes = Record<string, Record<string, [method: string, path: string]>>

/** Method and path of each call of the contract, by the names of its group and itself. */
export function contractRoutes(): Routes {
  const routes: Routes = {}
  for (const [group, calls] of Object.entries(contract)) {
    routes[group] = {}
    for (const [name, call] of Object.entries(calls)) {
      const { method, path, inputStructure, outputStructure } = call['~orpc'].route
      if (!method || !path || inputStructure || outputStructure) throw new Error(`The page cannot send ${group}.${name}`)
      routes[group][name] = [method, path]
    }
  }
  return routes
}

/**
 * Provides the contract's methods and paths as plain data, without its schemas, which keeps zod out of the first load. Types still come from
 * the contract itself (src/api/client.ts).
 */
export function contractData(): Plugin {
  return {
    name: 'ninesixteen:contract-data',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null
      return `export const apiPrefix = ${JSON.stringify(API_PREFIX)}\nexport const routes = ${JSON.stringify(contractRoutes())}`
    },
  }
}
