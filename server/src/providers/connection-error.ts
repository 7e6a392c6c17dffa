import { HttpError, type HttpFault } from './http-error.ts'
import { PrivateAddressError } from './public-address.ts'

/** Rejected certificates: nothing is sent before the server has shown a valid one. */
const CERTIFICATE =
  /^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|ERR_TLS_CERT_)/

/**
 * Whether the error occurred before the connection was established. The code alone doesn't tell: a host can become unreachable or reset the
 * connection in the middle of a request, too, but then in another system call.
 */
function isBeforeConnection(error: unknown): boolean {
  if (error instanceof PrivateAddressError) return true
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isBeforeConnection)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined) return syscall === 'connect' || syscall === 'getaddrinfo' || syscall.startsWith('query')
  return code !== undefined && (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ECONNREFUSED' || CERTIFICATE.test(code))
}

function faultOf(cause: unknown): HttpFault {
  if (cause instanceof PrivateAddressError) return 'not-public'
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_HEADERS_OVERFLOW' ? 'too-large' : 'unreachable'
}

/** Converts what `fetch` threw. The actual error is its cause. */
export function wayFault(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return new HttpError(faultOf(cause), { cause: error, sent: isBeforeConnection(cause) ? 'no' : 'maybe' })
}
