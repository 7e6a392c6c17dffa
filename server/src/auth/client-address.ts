import { isIP } from 'node:net'

/** The header in which our own server, and nobody outside, names the sender's address to the auth library. */
export const CLIENT_ADDRESS_HEADER = 'x-ninesixteen-client'

export interface Sender {
  /** Address of the socket's other end. */
  socketAddress: string | undefined
  forwardedFor: string | undefined
}

/**
 * Who sends a request. Behind a trusted proxy the last entry of X-Forwarded-For counts, which that proxy wrote; everything
 * before it, and the whole header without a proxy, is whatever the sender likes.
 */
export function clientAddress({ socketAddress, forwardedFor }: Sender, trustProxy: boolean): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  if (forwarded && isIP(forwarded)) return forwarded
  return socketAddress && isIP(socketAddress) ? socketAddress : '127.0.0.1'
}
