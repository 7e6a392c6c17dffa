import { errors } from 'undici'
import { expect, test } from 'vitest'
import { PrivateAddressError } from './public-address.ts'
import { wayFault } from './connection-error.ts'

/** As the system reports it. */
function systemError(code: string, syscall?: string): Error {
  return Object.assign(new Error(code), { code, ...(syscall !== undefined && { syscall }) })
}
const thrownByFetch = (cause: unknown) => new TypeError('fetch failed', { cause })

test.each([
  ['nobody listens', systemError('ECONNREFUSED', 'connect'), 'no'],
  ['no way to the network', systemError('ENETUNREACH', 'connect'), 'no'],
  ['no way to the host', systemError('EHOSTUNREACH', 'connect'), 'no'],
  ['no answer to the connection', systemError('ETIMEDOUT', 'connect'), 'no'],
  ['the name is unknown', systemError('ENOTFOUND', 'getaddrinfo'), 'no'],
  ['the name cannot be asked for', systemError('EAI_AGAIN', 'getaddrinfo'), 'no'],
  ['the name is unknown to our own look-up', systemError('ENOTFOUND', 'queryA'), 'no'],
  ['every address was tried', new AggregateError([systemError('ECONNREFUSED', 'connect'), systemError('ENETUNREACH', 'connect')]), 'no'],
  ['the certificate is for another name', systemError('ERR_TLS_CERT_ALTNAME_INVALID'), 'no'],
  ['the certificate is too old', systemError('CERT_HAS_EXPIRED'), 'no'],
  ['nobody vouches for the certificate', systemError('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'no'],
  ['connecting took too long', new errors.ConnectTimeoutError(), 'no'],
  ['it leads inside', new PrivateAddressError(), 'no'],
  ['the host went away while it was written to', systemError('EHOSTUNREACH', 'write'), 'maybe'],
  ['the line went silent', systemError('ETIMEDOUT', 'read'), 'maybe'],
  ['it was reset', systemError('ECONNRESET', 'read'), 'maybe'],
  ['the other side closed', new errors.SocketError('other side closed'), 'maybe'],
  ['the answer did not come', new errors.HeadersTimeoutError(), 'maybe'],
  ['one address was written to', new AggregateError([systemError('ECONNREFUSED', 'connect'), systemError('EPIPE', 'write')]), 'maybe'],
  ['nothing is known of it', new AggregateError([]), 'maybe'],
  ['something else broke', new Error('a bug'), 'maybe'],
  ['something was thrown', 'text', 'maybe'],
])('%s: sent %o', (_what, cause, sent) => {
  expect(wayFault(thrownByFetch(cause)).sent).toBe(sent)
  expect(wayFault(cause).sent).toBe(sent)
})

test('every error of a certificate that Node knows is one', () => {
  // From Node's documents, "X509 certificate error codes".
  const codes = [
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_CRL',
    'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
    'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
    'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
    'CERT_SIGNATURE_FAILURE',
    'CRL_SIGNATURE_FAILURE',
    'CERT_NOT_YET_VALID',
    'CERT_HAS_EXPIRED',
    'CRL_NOT_YET_VALID',
    'CRL_HAS_EXPIRED',
    'ERROR_IN_CERT_NOT_BEFORE_FIELD',
    'ERROR_IN_CERT_NOT_AFTER_FIELD',
    'ERROR_IN_CRL_LAST_UPDATE_FIELD',
    'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'CERT_CHAIN_TOO_LONG',
    'CERT_REVOKED',
    'INVALID_CA',
    'PATH_LENGTH_EXCEEDED',
    'INVALID_PURPOSE',
    'CERT_UNTRUSTED',
    'CERT_REJECTED',
    'HOSTNAME_MISMATCH',
  ]
  expect(codes.filter((code) => wayFault(systemError(code)).sent !== 'no')).toEqual([])
})
