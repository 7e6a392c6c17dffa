import {
  DRIVE_TOKEN_HEADER,
  GOOGLE_DRIVE_FILE,
  GOOGLE_DRIVE_FUNCTION,
  type GoogleDriveBody,
  googleDriveReply,
  type GoogleDriveReply,
} from '@ninesixteen/shared/api/google-drive'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { ApiError, errorFromBody, toApiError } from '../api/api-error.ts'
import { asExpectedUser, type UserResponse, sessionFetch } from '../api/expected-user.ts'
import { retryLostRequest } from '../api/retry-lost-request.ts'

export interface DriveAnswer {
  status: number
  reply: GoogleDriveReply
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Characters shown of a foreign response body, such as a proxy's page. */
const FOREIGN_SHOWN = 100

/** The function's own replies have `success`, true or false; anything else is an error of the server. */
function read(status: number, text: string): DriveAnswer {
  const body = parseJson(text)
  const reply = googleDriveReply.safeParse(body)
  if (reply.success) return { status, reply: reply.data }
  if (body !== null) throw errorFromBody(body, status)
  const plain = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  throw new ApiError({ code: 'INTERNAL', status, message: `Edge Function call failed: ${status} ${plain.slice(0, FOREIGN_SHOWN)}` })
}

/** Google's code works once, and a repeated creation without an id would create a duplicate. */
function mayRepeat(body: GoogleDriveBody): boolean {
  if (body.action === 'create_folder') return body.folderId !== undefined
  return body.action !== 'authenticate' && body.action !== 'upload'
}

/** Calls one action of the function and retries a lost request where that is safe. Throws an ApiError if the server refuses or is unreachable. */
export async function driveCall(body: GoogleDriveBody, signal?: AbortSignal): Promise<DriveAnswer> {
  const once = async (): Promise<DriveAnswer> => {
    const request = new Request(GOOGLE_DRIVE_FUNCTION, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    const response = await sessionFetch(request)
    return read(response.status, await response.text())
  }
  try {
    return await (mayRepeat(body) ? retryLostRequest(once, signal) : once())
  } catch (error) {
    throw toApiError(error)
  }
}

export interface FileToSend {
  accessToken: string
  name: string
  blob: Blob
  mimeType: string
  folderId: string
  fileId?: string | undefined
}

interface SendOptions {
  signal: AbortSignal
  /** Receives the bytes of the file sent so far. */
  onSent(bytes: number): void
}

interface Sent extends UserResponse {
  text: string
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function send(file: FileToSend, userHeader: Record<string, string>, { signal, onSent }: SendOptions): Promise<Sent> {
  const { accessToken, name, blob, mimeType, folderId, fileId } = file
  const query = new URLSearchParams({ name, folderId, ...(fileId !== undefined && { fileId }) })
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(new ApiError({ code: 'CANCELLED', status: 0, message: 'Cancelled' }))
    if (signal.aborted) return cancelled()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', `${GOOGLE_DRIVE_FILE}?${query.toString()}`)
    const headers = { 'content-type': mimeType, [DRIVE_TOKEN_HEADER]: accessToken, ...userHeader }
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.onprogress = (event) => onSent(event.loaded)
    request.onload = () =>
      resolve({ status: request.status, userId: request.getResponseHeader(EXPECTED_USER_HEADER), text: request.responseText })
    request.onerror = () => reject(new TypeError('The upload failed'))
    request.onabort = cancelled
    request.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    request.send(blob)
  })
}

/** Uploads one file, and retries a lost request if the file has an id, which prevents duplicates. Throws an ApiError if the server refuses or is unreachable. */
export async function sendDriveFile(file: FileToSend, options: SendOptions): Promise<DriveAnswer> {
  const once = async (): Promise<DriveAnswer> => {
    const response = await asExpectedUser((userHeader) => send(file, userHeader, options))
    return read(response.status, response.text)
  }
  try {
    return await (file.fileId === undefined ? once() : retryLostRequest(once, options.signal))
  } catch (error) {
    throw toApiError(error)
  }
}
