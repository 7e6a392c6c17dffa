/** Functions a WebAssembly module takes, by module and name. */
export type WasmImports = Record<string, Record<string, (...values: number[]) => number | void>>

/** Exists in every host, but not in the types of the language alone. */
interface WebAssemblyHost {
  WebAssembly: { instantiate(bytes: Uint8Array, imports: WasmImports): Promise<{ instance: { exports: unknown } }> }
}

/** The exports of a WebAssembly module, from its bytes. */
export async function instantiateWasm(bytes: Uint8Array, imports: WasmImports): Promise<unknown> {
  const { WebAssembly } = globalThis as unknown as WebAssemblyHost
  return (await WebAssembly.instantiate(bytes, imports)).instance.exports
}
