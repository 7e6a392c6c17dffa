/**
 * Which link broke on the way to a provider; `not-public`: it led into the machine or its network and was not taken; `too-large`:
 * there came more than any answer holds.
 */
export type HttpFault = 'unreachable' | 'timeout' | 'redirected' | 'broken-off' | 'not-public' | 'too-large'

/** A call to a provider that got no whole answer. The message names no address and holds no secret. */
export class HttpError extends Error {
  readonly fault: HttpFault

  constructor(fault: HttpFault, options?: ErrorOptions) {
    super(`The provider could not be asked: ${fault}`, options)
    this.name = 'HttpError'
    this.fault = fault
  }
}
