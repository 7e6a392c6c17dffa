/**
 * Which link broke on the way to a provider; `not-public`: it led into the machine or its network and was not taken; `too-large`:
 * there came more than any answer holds.
 */
export type HttpFault = 'unreachable' | 'timeout' | 'redirected' | 'broken-off' | 'not-public' | 'too-large'

/**
 * What a failed call may have done over there. `no`: surely nothing, not a byte of it was sent. `answered`: the provider itself
 * said in its own form why not. `maybe`: anything else; whoever sends it again may do it twice.
 */
export type Sent = 'no' | 'maybe' | 'answered'

/** A call to a provider that got no whole answer. The message names no address and holds no secret. */
export class HttpError extends Error {
  readonly fault: HttpFault
  readonly sent: Exclude<Sent, 'answered'>

  constructor(fault: HttpFault, { sent = 'maybe', ...options }: ErrorOptions & { sent?: 'no' | 'maybe' } = {}) {
    super(`The provider could not be asked: ${fault}`, options)
    this.name = 'HttpError'
    this.fault = fault
    this.sent = sent
  }
}
