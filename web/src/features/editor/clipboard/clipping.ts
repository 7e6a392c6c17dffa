/** What the clipboard holds that a slide can take. */
export type Clipping = { kind: 'boxes'; json: string } | { kind: 'picture'; file: File } | { kind: 'text'; text: string }
