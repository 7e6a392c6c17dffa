import { implement } from '@orpc/server'
import { AppError } from '@ninesixteen/shared/errors'
import { publicContract } from '@ninesixteen/shared/public-api/contract'
import type { ApiKey } from '../../api-keys/api-keys.ts'
import type { StoredFile } from '../../http/responses/stored-file.ts'
import type { Services } from '../services.ts'

/** A file of a request, on disk until its end. */
export interface UploadedBody {
  file: string
  /** SHA-256 of the file, in hexadecimal. */
  hash: string
}

/** Context of every handler of the public API. */
export interface PublicContext {
  services: Services
  key: ApiKey
  /** The caller's Idempotency-Key. */
  idempotencyKey: string | undefined
  /** Names what a write makes: the same for all its retries. */
  writeId: string
  upload: UploadedBody | null
  signal: AbortSignal
  /** Gives up the request's place while it waits for something outside this process. */
  wait(): void
  /** The file of the store that the response consists of. */
  storedFile?: StoredFile
  /** The caller's own request, when the write is derived from it and from what was read: a retry has the same, whatever it reads. */
  derivedFrom?: { kind: string; input: unknown }
  /** The contract's procedure, once it is known. */
  route?: string
  /** The resulting error. */
  failure?: AppError
  /** When a write with the same key began whose process ended without an answer: what it did is not done again. */
  lostSince?: Date | null
  /** Whether the response is that of an earlier request. */
  isReplayed?: boolean
}

export const procedures = implement(publicContract).$context<PublicContext>()

/** Throws API_KEY_SCOPE unless the key has one of the scopes. */
export function requireScope({ scopes }: ApiKey, wanted: readonly ApiKey['scopes'][number][]): void {
  if (!wanted.some((scope) => scopes.includes(scope))) throw new AppError('API_KEY_SCOPE', { scope: wanted.join(' or ') })
}

/** Throws API_KEY_COMPANY for what belongs to another company than a key's own. */
export function requireCompany({ companyId: own }: ApiKey, companyId: string | null): void {
  if (own !== null && own !== companyId) throw new AppError('API_KEY_COMPANY')
}

/** The company of a request: the one it names, or the key's own. Throws API_KEY_COMPANY for another one. */
export function companyOf({ companyId: own }: ApiKey, requested: string | null | undefined): string | null {
  if (own !== null && requested && requested !== own) throw new AppError('API_KEY_COMPANY')
  return requested ?? own
}

/** Longest wait for the end of a background job, in seconds. */
const WAIT_MAX = 60

/** Seconds of a `Prefer: wait=N` header (RFC 7240). */
export function waitOf(prefer: string | undefined): number {
  const seconds = /(?:^|,)\s*wait\s*=\s*"?(\d{1,4})"?\s*(?:[,;]|$)/i.exec(prefer ?? '')?.[1]
  return Math.min(Number(seconds ?? 0), WAIT_MAX)
}
