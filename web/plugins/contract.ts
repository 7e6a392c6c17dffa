import { minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'

const ID = 'virtual:contract'

/**
 * The page needs the contract's methods and paths, not its schemas: this gives them as plain data, which keeps zod out of the
 * first load. The types still come from the contract itself (src/api/client.ts).
 */
export function contractData(): Plugin {
  return {
    name: 'ninesixteen:contract-data',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null
      const { API_PREFIX, contract } = await import('@ninesixteen/shared/api/contract')
      return [
        `export const apiPrefix = ${JSON.stringify(API_PREFIX)}`,
        `export const contractData = ${JSON.stringify(minifyContractRouter(contract))}`,
      ].join('\n')
    },
  }
}
