/**
 * Gives the memory of pixels back now, after which they are empty. The collector lets dozens of pictures pile up: it counts the few bytes of
 * the object, while megabytes lie outside of its heap. Engines that cannot leave it to the collector.
 */
export function releaseMemory({ buffer }: Uint8Array | Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer && 'transfer' in buffer && !buffer.detached) buffer.transfer(0)
}
