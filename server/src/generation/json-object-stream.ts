import type { z } from 'zod'
import { parseLenientJson } from './lenient-json.ts'
import { createReasoningFilter } from './reasoning-filter.ts'

/** Maximum nesting; a deeper response is no slideshow. */
const DEPTH_MAX = 32
/** Maximum length of one object, in UTF-16 code units. */
const OBJECT_MAX = 32_768
/** Maximum length of a response. */
const ANSWER_MAX = 200_000
/** Maximum number of objects, each of which is parsed and validated. */
const OBJECTS_MAX = 1000

/** Characters that may follow an opening bracket in JSON. Prose such as "[see below]" doesn't match and is skipped. */
const AFTER_OPEN = { '[': /[\s[\]{"\-0-9tfn]/, '{': /[\s"}]/ } as const

export interface ObjectStream {
  /** Adds a piece of the response; returns the texts of the objects completed by it. */
  push(piece: string): string[]
  /** The beginning of the object that is not yet complete; null between objects. */
  readonly open: string | null
  /** Whether an array was found at all. */
  readonly sawArray: boolean
  /** Nothing more can come: the array is closed, or the response exceeds a limit. */
  readonly done: boolean
}

/**
 * Finds the objects of the first array of objects in a streamed response, each at its closing brace. The array may be the whole response,
 * inside an object, after prose or reasoning, or in a Markdown fence. The split into pieces doesn't matter.
 */
export function createObjectStream(): ObjectStream {
  let stack: ('[' | '{')[] = []
  /** Depth of the array whose objects are returned; 0 until one is found. */
  let arrayDepth = 0
  let [isString, isEscaped, sawArray, done] = [false, false, false, false]
  let object: string | null = null
  let [read, given] = [0, 0]

  function reset(): void {
    stack = []
    arrayDepth = 0
    object = null
    isString = false
    isEscaped = false
  }

  function open(bracket: '[' | '{'): void {
    if (stack.length >= DEPTH_MAX) {
      done = true
      return
    }
    if (bracket === '{' && stack.at(-1) === '[' && object === null && (arrayDepth === 0 || arrayDepth === stack.length)) {
      arrayDepth = stack.length
      object = ''
    }
    if (bracket === '[' && object === null) sawArray = true
    stack.push(bracket)
  }

  /** Returns the object that ends here. */
  function close(bracket: ']' | '}'): string | null {
    const opened = stack.pop()
    if ((bracket === ']') !== (opened === '[')) {
      reset()
      return null
    }
    if (bracket === '}' && object !== null && stack.length === arrayDepth) {
      const whole = object
      object = null
      return whole.length > OBJECT_MAX ? null : whole
    }
    if (bracket === ']' && arrayDepth > 0 && stack.length === arrayDepth - 1) done = true
    return null
  }

  function inString(char: string): void {
    if (isEscaped) isEscaped = false
    else if (char === '\\') isEscaped = true
    else if (char === '"') isString = false
  }

  let previous = ''
  function step(char: string): string | null {
    if (isString) {
      inString(char)
      append(char)
      return null
    }
    const opened = previous === '[' || previous === '{' ? previous : null
    previous = char
    if (opened && !AFTER_OPEN[opened].test(char)) reset()
    if (stack.length === 0 && char !== '[' && char !== '{') return null
    if (char === '[' || char === '{') {
      open(char)
      append(char)
    } else if (char === ']' || char === '}') {
      append(char)
      return close(char)
    } else {
      if (char === '"') isString = true
      append(char)
    }
    return null
  }

  function append(char: string): void {
    if (object !== null && object.length <= OBJECT_MAX) object += char
  }

  function consume(text: string): string[] {
    const whole: string[] = []
    for (let at = 0; at < text.length && !done; at += 1) {
      read += 1
      if (read > ANSWER_MAX) done = true
      const found = step(text[at] ?? '')
      if (found === null) continue
      whole.push(found)
      given += 1
      if (given >= OBJECTS_MAX) done = true
    }
    return whole
  }

  const thoughts = createReasoningFilter()
  return {
    push(piece) {
      const before = given
      const [first = '', ...further] = thoughts.push(piece)
      let whole = consume(first)
      for (const part of further) {
        // Objects that were already returned stay; a complete response is filtered as a whole, without its drafts.
        if (before > 0) break
        reset()
        ;[given, done] = [0, read > ANSWER_MAX]
        whole = consume(part)
      }
      return whole
    },
    get open() {
      return object
    },
    get sawArray() {
      return sawArray
    },
    get done() {
      return done
    },
  }
}

/** An object as the schema has it, repaired if needed; null if it can't be read, or doesn't match. */
export function readObject<T>(schema: z.ZodType<T>, text: string): T | null {
  return schema.safeParse(parseLenientJson(text)).data ?? null
}
