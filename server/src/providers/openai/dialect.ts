/** The features a server or model supports; each refusal makes requests simpler. */
export interface Dialect {
  /** Reasoning models refuse `max_tokens`; older servers don't know `max_completion_tokens`. */
  tokens: 'max_tokens' | 'max_completion_tokens'
  temperature: boolean
  format: 'json_schema' | 'json_object' | 'text'
  usage: boolean
}

export const FULL_DIALECT: Dialect = { tokens: 'max_tokens', temperature: true, format: 'json_schema', usage: true }

/** The dialect without the refused feature; null if there is nothing simpler. */
export function simplerDialect(dialect: Dialect, refused: string): Dialect | null {
  if (refused === 'max_tokens' && dialect.tokens === 'max_tokens') return { ...dialect, tokens: 'max_completion_tokens' }
  if (refused === 'temperature' && dialect.temperature) return { ...dialect, temperature: false }
  if (refused === 'stream_options' && dialect.usage) return { ...dialect, usage: false }
  if (refused === 'response_format' && dialect.format === 'json_schema') return { ...dialect, format: 'json_object' }
  if (refused === 'response_format' && dialect.format === 'json_object') return { ...dialect, format: 'text' }
  return null
}
