import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import { AppError } from '@ninesixteen/shared/errors'

const require = createRequire(import.meta.url)
/** A CommonJS module, although its types say otherwise. */
const createLibheif = require('libheif-js/libheif-wasm/libheif.js') as (options: { wasmBinary: Uint8Array }) => MainModule
const WASM = require.resolve('libheif-js/libheif-wasm/libheif.wasm')
/** Code, subcode and the address of the message. */
const ERROR_BYTES = 12

/** An address in the library's memory. */
export type Pointer = number

/** The library's functions, without their prefix. */
type Heif = { [Name in keyof MainModule as Name extends `_heif_${infer Rest}` ? Rest : never]: MainModule[Name] }

function functionsOf(libheif: MainModule): Heif {
  const named = Object.entries(libheif).filter(([name]) => name.startsWith('_heif_'))
  return Object.fromEntries(named.map(([name, work]) => [name.slice('_heif_'.length), work as unknown])) as unknown as Heif
}

/** Opens the library with its own memory, which is freed with the thread. */
export function openLibheif() {
  const libheif = createLibheif({ wasmBinary: readFileSync(WASM) })
  const { _malloc: allocate, _free: free } = libheif
  const outcome: Pointer = allocate(ERROR_BYTES)
  const slot: Pointer = allocate(8)
  // Growing memory replaces the buffer, so it is looked up each time.
  const bytes = (): Uint8Array<ArrayBuffer> => libheif.HEAPU8
  const number = (at: Pointer): number => {
    const { buffer } = bytes()
    return new DataView(buffer).getUint32(at, true)
  }

  /** Calls a function that writes its error to an address, and throws UPLOAD_HEIC on failure. */
  function call(work: (outcome: Pointer) => void): void {
    work(outcome)
    const code = number(outcome)
    if (code !== 0) throw new AppError('UPLOAD_HEIC', {}, { cause: new Error(`libheif ${code}.${number(outcome + 4)}`) })
  }

  return {
    heif: functionsOf(libheif),
    allocate,
    free,
    bytes,
    number,
    call,
    /** The same for a function that also returns a pointer. */
    get(work: (outcome: Pointer, slot: Pointer) => void): Pointer {
      call((at) => work(at, slot))
      return number(slot)
    },
    /** Copies bytes into the library's memory. */
    copyIn(given: Uint8Array): Pointer {
      const at: Pointer = allocate(given.byteLength)
      bytes().set(given, at)
      return at
    },
    copyOut: (at: Pointer, length: number): Uint8Array => bytes().slice(at, at + length),
  }
}
export type HeifMemory = ReturnType<typeof openLibheif>
