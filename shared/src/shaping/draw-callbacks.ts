import { CLOSE, CUBIC, LINE, MOVE, QUADRATIC } from './outline.ts'

/** Types of values, and sections, in the binary format of WebAssembly. */
const I32 = 0x7f
const F32 = 0x7d
const FUNCTION_TYPE = 0x60
const FUNCTION = 0x00
const [TYPES, IMPORTS, EXPORTS] = [1, 2, 7]
/** `\0asm` and version 1. */
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

/** Opcode of the segment and how many coordinates it has, by the name HarfBuzz has for it. */
const SEGMENTS = {
  move_to: { opcode: MOVE, coordinates: 2 },
  line_to: { opcode: LINE, coordinates: 2 },
  quadratic_to: { opcode: QUADRATIC, coordinates: 4 },
  cubic_to: { opcode: CUBIC, coordinates: 6 },
  close_path: { opcode: CLOSE, coordinates: 0 },
} as const
const names = ['move_to', 'line_to', 'quadratic_to', 'cubic_to', 'close_path'] as const satisfies (keyof typeof SEGMENTS)[]

/** All lengths here are below 128, and so one byte each. */
function vector(items: readonly (readonly number[])[]): number[] {
  return [items.length, ...items.flat()]
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  const content = vector(items)
  return [id, content.length, ...content]
}

function text(word: string): number[] {
  return vector([...word].map((letter) => [letter.charCodeAt(0)]))
}

/** Parameters of an hb_draw_*_func_t: callbacks, data, state; the coordinates; user data. */
function typeOf(name: (typeof names)[number]): number[] {
  const coordinates = Array.from({ length: SEGMENTS[name].coordinates }, () => [F32])
  return [FUNCTION_TYPE, ...vector([[I32], [I32], [I32], ...coordinates, [I32]]), 0]
}

/**
 * Only functions of WebAssembly fit into its tables, where HarfBuzz looks its callbacks up: this is a module that imports
 * the five below and exports them as such. They add each segment to `path`, y turned downwards.
 */
export function drawCallbacks(path: number[]) {
  const bytes = Uint8Array.from([
    ...HEADER,
    ...section(TYPES, names.map(typeOf)),
    ...section(
      IMPORTS,
      names.map((name, index) => [...text('draw'), ...text(name), FUNCTION, index]),
    ),
    ...section(
      EXPORTS,
      names.map((name, index) => [...text(name), FUNCTION, index]),
    ),
  ])
  const add =
    ({ opcode, coordinates }: { opcode: number; coordinates: number }) =>
    (...values: number[]): void => {
      path.push(opcode)
      for (let i = 0; i < coordinates; i++) path.push(i % 2 === 0 ? (values[3 + i] ?? 0) : -(values[3 + i] ?? 0))
    }
  return { bytes, names, imports: { draw: Object.fromEntries(names.map((name) => [name, add(SEGMENTS[name])])) } }
}
