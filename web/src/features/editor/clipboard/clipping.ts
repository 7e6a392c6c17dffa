/** Clipboard content that can be pasted on a slide. */
export type Clipping = { kind: 'boxes'; json: string } | { kind: 'image'; file: File } | { kind: 'text'; text: string }
