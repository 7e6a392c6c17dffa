import {
  DRIVE_TOKEN_HEADER,
  GOOGLE_DRIVE_FILE,
  GOOGLE_DRIVE_FUNCTION,
  googleDriveReply,
  type GoogleDriveBody,
  type GoogleDriveReply,
} from '@ninesixteen/shared/api/google-drive'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/expected-user'
import { ApiError, errorFromBody, toApiError } from '../api/api-error.ts'
import { asExpectedUser, type RequestOptions } from '../api/expected-user.ts'
import { retryLostRequest } from '../api/retry-lost-request.ts'
import { sessionFetch } from '../api/session-fetch.ts'

/** A reply of the function with its HTTP status. */
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

/** Of an answer that is none of ours, a proxy's page say, this many characters are shown. */
const FOREIGN_SHOWN = 100

/** The function's own replies have `success`, whatever became of it; everything else is an error of the server. */
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

/** Google's code is good once, and what is made without an id of its own would be there twice. */
function mayRepeat(body: GoogleDriveBody): boolean {
  if (body.action === 'create_folder') return body.folderId !== undefined
  return body.action !== 'authenticate' && body.action !== 'upload'
}

/** One action of the function, once more when it was lost on its way. Throws an ApiError when the server refused it or was not reached. */
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
  } catch (cause) {
    throw toApiError(cause)
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
  /** Bytes of the file that are on their way. */
  onSent(bytes: number): void
}

interface Sent extends RequestOptions {
  text: string
}

/** XMLHttpRequest, because fetch cannot tell how much of a body has been sent. */
function send(file: FileToSend, person: Record<string, string>, { signal, onSent }: SendOptions): Promise<Sent> {
  const { accessToken, name, blob, mimeType, folderId, fileId } = file
  const query = new URLSearchParams({ name, folderId, ...(fileId !== undefined && { fileId }) })
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(new ApiError({ code: 'CANCELLED', status: 0, message: 'Cancelled' }))
    if (signal.aborted) return cancelled()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', `${GOOGLE_DRIVE_FILE}?${query.toString()}`)
    const headers = { 'content-type': mimeType, [DRIVE_TOKEN_HEADER]: accessToken, ...person }
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.onprogress = (event) => onSent(event.loaded)
    request.onload = () =>
      resolve({ status: request.status, person: request.getResponseHeader(EXPECTED_USER_HEADER), text: request.responseText })
    request.onerror = () => reject(new TypeError('The upload reached nobody'))
    request.onabort = cancelled
    request.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    request.send(blob)
  })
}

/** Sends one file as it is; once more when it was lost on its way and has an id, by which it stays one file. Throws an ApiError when the server refused it or was not reached. */
export async function sendDriveFile(file: FileToSend, options: SendOptions): Promise<DriveAnswer> {
  const once = async (): Promise<DriveAnswer> => {
    const answer = await asExpectedUser((person) => send(file, person, options))
    return read(answer.status, answer.text)
  }
  try {
    return await (file.fileId === undefined ? once() : retryLostRequest(once, options.signal))
  } catch (cause) {
    throw toApiError(cause)
  }
}
