import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import type { UploadedFont } from '@ninesixteen/shared/api/fonts'
import type { UploadedFile, UploadPurpose } from '@ninesixteen/shared/api/media'
import { ApiError, errorFromBody, toApiError } from './api-error.ts'
import { asExpectedUser, type UserResponse } from './expected-user.ts'
import { newUuid } from './new-id.ts'
import { retryLostRequest } from './retry-lost-request.ts'

export interface UploadOptions {
  /** Share of the bytes sent, 0 to 1. */
  onProgress?(share: number): void
  signal?: AbortSignal
  /** The photo's id in the library, for purpose `media`: repeating the upload with it adds no second photo. */
  id?: string
}

interface UploadResponse extends UserResponse {
  body: unknown
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function send(
  { path, body }: { path: string; body: FormData | Blob },
  headers: Record<string, string>,
  { onProgress, signal }: Pick<UploadOptions, 'onProgress' | 'signal'>,
): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () =>
      resolve({ status: request.status, userId: request.getResponseHeader(EXPECTED_USER_HEADER), body: parse(request.responseText) })
    request.onerror = () => reject(new TypeError('The upload failed'))
    request.onabort = () => reject(new ApiError({ code: 'CANCELLED', status: 0, message: 'Cancelled' }))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    if (signal?.aborted) return reject(new ApiError({ code: 'CANCELLED', status: 0, message: 'Cancelled' }))
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}

/**
 * Uploads an image, which the server re-encodes and stores, and retries lost requests. Retries of a library photo share its id; the garbage
 * collection removes duplicates of other images. Throws an ApiError.
 */
export async function uploadFile(file: File, purpose: UploadPurpose, options: UploadOptions = {}): Promise<UploadedFile> {
  const form = new FormData()
  form.set('purpose', purpose)
  if (purpose === 'media') form.set('id', options.id ?? newUuid())
  try {
    form.set('file', isHeic(file) ? await (await import('./decode-heic.ts')).decodeHeic(file) : file)
    return await retryLostRequest(async () => {
      const response = await asExpectedUser((headers) => send({ path: '/api/files', body: form }, headers, options))
      if (response.status >= 400) throw errorFromBody(response.body, response.status)
      // Typed by the same contract the server parses with.
      return response.body as UploadedFile
    }, options.signal)
  } catch (error) {
    throw toApiError(error)
  }
}

export interface FontUploadOptions extends Pick<UploadOptions, 'onProgress' | 'signal'> {
  /** The font that gets the file as a style; a new id makes a new font. */
  id: string
  companyId: string | null
}

/** Uploads a font file, which the server checks and rebuilds, and retries lost requests. Throws an ApiError. */
export async function uploadFont(file: File, { id, companyId, ...options }: FontUploadOptions): Promise<UploadedFont> {
  const query = new URLSearchParams({ id, filename: file.name.slice(0, 300), ...(companyId !== null && { companyId }) })
  try {
    return await retryLostRequest(async () => {
      const response = await asExpectedUser((headers) => send({ path: `/api/fonts?${query}`, body: file }, headers, options))
      if (response.status >= 400) throw errorFromBody(response.body, response.status)
      // Typed by the same contract the server parses with.
      return response.body as UploadedFont
    }, options.signal)
  } catch (error) {
    throw toApiError(error)
  }
}

/** `accept` of image inputs. Systems without HEIC support go by the file extension. */
export const PHOTO_FILES = 'image/*,.heic,.heif'

const HEIC_NAME = /\.hei[cf]$/i

function isHeic({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && HEIC_NAME.test(name))
}

/** Whether a file may be a photo; an SVG is a drawing, which the server refuses. */
export function isPhotoFile(file: Pick<File, 'type' | 'name'>): boolean {
  return (file.type.startsWith('image/') && file.type !== 'image/svg+xml') || isHeic(file)
}
