import { API_PREFIX, contract } from '@ninesixteen/shared/api/contract'
import type { Plugin } from 'vite'

const ID = 'virtual:contract'

type Routes = Record<string, Record<string, [method: string, path: string]>>

/** The contract without its schemas: method and path of each call, by the names of its group and of itself. */
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
 * The page needs the contract's methods and paths, not its schemas: this gives them as plain data, which keeps zod out of the
 * first load. The types still come from the contract itself (src/api/client.ts).
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
