/// <reference types="vite/client" />

declare module 'virtual:contract' {
  /** Methods and paths of the contract, without schemas (see plugins/contract.ts). */
  export const apiPrefix: string
  export const contractData: import('@orpc/contract').AnyContractRouter
}

declare module 'virtual:harfbuzz' {
  /** Address of HarfBuzz (see plugins/harfbuzz.ts). */
  export const harfBuzzUrl: string
}
