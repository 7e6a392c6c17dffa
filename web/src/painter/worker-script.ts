export { default as exportWorker } from './export.worker.ts?worker&url'
export { default as filmWorker } from './video/video.worker.ts?worker&url'
export { default as pictureWorker } from './image.worker.ts?worker&url'

/**
 * The only texts that may become scripts: addresses of our own files, for workers. The server's policy lets the browser refuse every other
 * (`trusted-types`, where it knows them).
 */
const policy = globalThis.trustedTypes?.createPolicy('ninesixteen-workers', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(`${address} is no worker of this page`)
    return address
  },
})

/** What the browser takes as the address of a worker. */
export function workerScript(address: string): string {
  return policy?.createScriptURL(address) ?? address
}
