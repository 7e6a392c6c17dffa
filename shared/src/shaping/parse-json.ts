/** Exists in every host, but not in the types of the language alone. */
interface TextHost {
  TextDecoder: new () => { decode(bytes: Uint8Array): string }
}

/** JSON from UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  const { TextDecoder } = globalThis as unknown as TextHost
  return JSON.parse(new TextDecoder().decode(bytes))
}
