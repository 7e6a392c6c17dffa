/**
 * Why a request got no complete response. `not-public`: the address is in this machine or its network, and was not connected to. `too-large`:
 * the response exceeds its limit.
 */
export type HttpFault = 'unreachable' | 'timeout' | 'redirected' | 'broken-off' | 'not-public' | 'too-large'

/**
 * The possible effect of a failed request. `no`: nothing was sent. `answered`: the provider itself said in its own form why it failed. `maybe`:
 * anything else; sending it again may do it twice.
 */
export type Sent = 'no' | 'maybe' | 'answered'

/** A request to a provider without a complete response. The message contains no address and no secret. */
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
