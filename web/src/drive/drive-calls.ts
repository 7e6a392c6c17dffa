import {
  DRIVE_TOKEN_HEADER,
  GOOGLE_DRIVE_FILE,
  GOOGLE_DRIVE_FUNCTION,
  googleDriveReply,
  type GoogleDriveBody,
  type GoogleDriveReply,
} from '@ninesixteen/shared/api/google-drive'
import { ApiError, errorFromBody, toApiError } from '../api/api-error.ts'
import { sessionFetch } from '../api/session-fetch.ts'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'

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

/** One action of the function. Throws an ApiError when the server refused it or was not reached. */
export async function driveCall(body: GoogleDriveBody, signal?: AbortSignal): Promise<DriveAnswer> {
  try {
    const request = new Request(GOOGLE_DRIVE_FUNCTION, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    const response = await sessionFetch(request)
    return read(response.status, await response.text())
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

/** XMLHttpRequest, because fetch cannot tell how much of a body has been sent. */
function send(file: FileToSend, { signal, onSent }: SendOptions): Promise<{ status: number; text: string }> {
  const { accessToken, name, blob, mimeType, folderId, fileId } = file
  const query = new URLSearchParams({ name, folderId, ...(fileId !== undefined && { fileId }) })
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(new ApiError({ code: 'CANCELLED', status: 0, message: 'Cancelled' }))
    if (signal.aborted) return cancelled()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', `${GOOGLE_DRIVE_FILE}?${query.toString()}`)
    request.setRequestHeader('content-type', mimeType)
    request.setRequestHeader(DRIVE_TOKEN_HEADER, accessToken)
    request.upload.onprogress = (event) => onSent(event.loaded)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new TypeError('The upload reached nobody'))
    request.onabort = cancelled
    request.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    request.send(blob)
  })
}

/** Sends one file as it is. Throws an ApiError when the server refused it or was not reached. */
export async function sendDriveFile(file: FileToSend, options: SendOptions): Promise<DriveAnswer> {
  try {
    let answer = await send(file, options)
    // The session ended meanwhile: nothing is lost, the same file goes again after signing in.
    if (answer.status === 401 && useSessionGate.getState().userId !== null && (await sessionGate.signInAgain())) {
      answer = await send(file, options)
    }
    return read(answer.status, answer.text)
  } catch (cause) {
    throw toApiError(cause)
  }
}
