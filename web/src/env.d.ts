/// <reference types="vite/client" />

declare module 'virtual:contract' {
  /** Methods and paths of the contract, without schemas (see plugins/contract.ts). */
  export const apiPrefix: string
  export const routes: Record<string, Record<string, readonly [method: string, path: string]>>
}

declare module 'virtual:aac-encoder' {
  /** URL of the worker script that encodes AAC (see plugins/aac-encoder.ts). */
  export const aacEncoderUrl: string
}

declare module 'virtual:harfbuzz' {
  /** URLs of the lean HarfBuzz for the product's typeface, and of the whole one (see plugins/harfbuzz.ts). */
  export const leanHarfBuzzUrl: string
  export const harfBuzzUrl: string
}

declare module 'virtual:site-files' {
  /** The files of each public page (see plugins/site-files.ts). */
  export const siteFiles: Record<
    import('./site/pages.ts').SiteEntry,
    { script: string; imports: string[]; styles: string[]; fonts: string[] }
  >
}

/** The part of Trusted Types used here; missing in some browsers. TypeScript accepts the created values as strings. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string }
}

declare var trustedTypes: TrustedTypes | undefined
