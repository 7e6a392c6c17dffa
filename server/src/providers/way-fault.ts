import { HttpError, type HttpFault } from './http-error.ts'
import { PrivateAddressError } from './public-address.ts'

/** Certificates that were refused: nothing is said to a server before it has shown a good one. */
const CERTIFICATE =
  /^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|ERR_TLS_CERT_)/

/**
 * Whether this ended before there was a connection. The code alone does not say: a host that becomes unreachable, or resets, does
 * so in the middle of a call as well, and then with another system call.
 */
function isBeforeConnection(error: unknown): boolean {
  if (error instanceof PrivateAddressError) return true
  // A name with several addresses: one error for each.
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

/** What `fetch` threw, as an error of ours. It stands in the cause of its own, which says nothing. */
export function wayFault(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return new HttpError(faultOf(cause), { cause: error, sent: isBeforeConnection(cause) ? 'no' : 'maybe' })
}
