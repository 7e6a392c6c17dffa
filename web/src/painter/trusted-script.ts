/**
 * The only Trusted Types policy: it allows worker scripts from this origin. The server's content security policy forbids all others, in browsers
 * that support Trusted Types.
 */
const policy = globalThis.trustedTypes?.createPolicy('ninesixteen-workers', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(`${address} is not a worker of this page`)
    return address
  },
})

/** A worker URL that the browser accepts. */
export function workerScript(address: string): string {
  return policy?.createScriptURL(address) ?? address
}
