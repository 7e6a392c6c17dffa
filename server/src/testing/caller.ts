import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Company } from '@ninesixteen/shared/api/companies'
import type { UploadedFile, UploadPurpose } from '@ninesixteen/shared/api/media'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { buildSlide } from './build-slide.ts'

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  /** Parsed JSON, or null. */
  body: T
}

const BEGINNING =
  /^\/api\/auth\/(sign-(in|up)\/|demo$|try$|confirm-email$|passkey\/(generate-authenticate|verify-authentication)|two-factor\/verify)/

/** The user who signed in, or null when the address must be confirmed or a code entered first. */
function userOf(answer: unknown): string | null {
  const { token, user } = answer as { token?: string | null; user?: { id: string } | null }
  return token === null || !user ? null : user.id
}

/** Makes requests as the product's page does: JSON, with cookies, an origin and the expected user. */
export class Caller {
  readonly url: string
  readonly cookies = new Map<string, string>()
  /** The user who signed in last, sent as the expected user. */
  userId: string | null = null

  readonly #headers: Record<string, string>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.#headers = headers
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.#headers, ...Object.fromEntries(new Headers(init.headers)) })
    if (!headers.has('origin')) headers.set('origin', this.url)
    if (this.cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookieHeader)
    const isMeant = this.userId !== null && headers.has('cookie') && !BEGINNING.test(path)
    if (isMeant && !headers.has(EXPECTED_USER_HEADER)) headers.set(EXPECTED_USER_HEADER, this.userId ?? '')
    const response = await fetch(this.url + path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    if (response.ok && BEGINNING.test(path)) this.userId = userOf(await response.clone().json())
    return response
  }

  /** The same caller with additional headers on every request. */
  withHeaders(headers: Record<string, string>): Caller {
    const caller = new Caller(this.url, headers)
    this.cookies.forEach((value, name) => caller.cookies.set(name, value))
    caller.userId = this.userId
    return caller
  }

  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await this.fetch(path, { method, ...json })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : null) as T }
  }

  /** Calls an endpoint of the contract and throws unless it succeeds. */
  async api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, `/api/v1${path}`, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  upload(bytes: Uint8Array, options: { purpose?: UploadPurpose; id?: string; filename?: string } = {}): Promise<Response> {
    const { purpose = 'media', filename = 'photo.jpg' } = options
    const form = new FormData()
    form.set('purpose', purpose)
    if (purpose === 'media') form.set('id', options.id ?? randomUUID())
    form.set('file', new File([new Uint8Array(bytes)], filename))
    return this.fetch('/api/files', { method: 'POST', body: form })
  }

  async buildPhoto(purpose: UploadPurpose = 'media'): Promise<UploadedFile> {
    const response = await this.upload(await photo(), { purpose })
    if (response.status !== 201) throw new Error(`Upload: ${response.status} ${await response.text()}`)
    return (await response.json()) as UploadedFile
  }

  buildCompany(name = 'Acme'): Promise<Company> {
    return this.api('POST', '/companies', { name })
  }

  buildProject(overrides: { title?: string; slides?: Slide[]; companyId?: string } = {}): Promise<Project> {
    const { title = '3 tips', slides = [buildSlide('hello'), buildSlide('world')], companyId = null } = overrides
    const rest = { topic: '3 tips', contentType: 'numbered-list', contentStyle: 'educational', companyId }
    return this.api('POST', '/projects', { title, slides, ...rest })
  }

  #keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ')
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** A small JPEG of twelve randomly colored fields, different on every call. */
export async function photo(width = 640, height = 480): Promise<Uint8Array> {
  return sharp(randomBytes(4 * 3 * 3), { raw: { width: 4, height: 3, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .jpeg()
    .toBuffer()
}
